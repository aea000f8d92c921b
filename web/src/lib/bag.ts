/** Equal cards together: each face and how many there are of it, in the order in which they first come. */
export function counted(faces: string[]): [face: string, count: number][] {
  const counts = new Map<string, number>();
  for (const face of faces) counts.set(face, (counts.get(face) ?? 0) + 1);
  return [...counts];
}
