/** What part of the board is seen: moved by drag, pinch, wheel, buttons and keys; fits itself until somebody moves it. */

import type { Box } from "./squares";

const SMALLEST = 9; // pixels a square
const LARGEST = 120;
const FITTED = 64;

export class Eye {
  /** Where the corner of square 0,0 is seen, and how large a square is, in pixels. */
  x = $state(0);
  y = $state(0);
  scale = $state(40);
  /** Moved by hand: it does not fit itself until asked. */
  held = $state(false);
  /** Just fitted itself: that may be seen gliding. */
  glides = $state(false);

  fit(box: Box, width: number, height: number): void {
    const [across, down] = [box.east - box.west, box.south - box.north];
    this.scale = Math.max(SMALLEST, Math.min(FITTED, width / across, height / down));
    this.x = width / 2 - ((box.west + box.east) / 2) * this.scale;
    this.y = height / 2 - ((box.north + box.south) / 2) * this.scale;
    this.held = false;
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.held = true;
    this.glides = false;
  }

  /** So many times larger, the point (x, y) staying where it is. */
  zoom(factor: number, x: number, y: number): void {
    const scale = Math.max(SMALLEST, Math.min(LARGEST, this.scale * factor));
    const by = scale / this.scale;
    this.x = x - (x - this.x) * by;
    this.y = y - (y - this.y) * by;
    this.scale = scale;
    this.held = true;
    this.glides = false;
  }

  /** From pixels to squares. */
  at(x: number, y: number): { x: number; y: number } {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }
}
