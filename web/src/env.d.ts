/** Whether the gallery is part of the page: in development only. */
declare const GALLERY: boolean;
