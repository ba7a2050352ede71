/** Size of a frame, as written in its attributes. */
export interface FrameSize {
  readonly width: string;
  readonly height: string;
}

/** Code that embeds an address in another page; user content is escaped. */
export function embedCode(url: string, name: string, { width, height }: FrameSize): string {
  const frame = document.createElement("iframe");
  frame.src = url;
  frame.title = name;
  frame.width = width;
  frame.height = height;
  frame.setAttribute("style", "border:0;max-width:100%");
  frame.allow = "autoplay; fullscreen; gyroscope; accelerometer; xr-spatial-tracking";
  frame.loading = "lazy";
  return frame.outerHTML;
}
