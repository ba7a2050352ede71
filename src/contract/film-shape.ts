/** Whether a video is flat, such as a time-lapse, rather than the equirectangular picture of a sphere. Imports nothing. */
export const isFlatFilm = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  width > 0 && width !== 2 * height;
