import { PanoramaError } from "../error.ts";

const ATTRIBUTES: WebGLContextAttributes = {
  alpha: false,
  antialias: false,
  depth: true,
  stencil: false,
  powerPreference: "high-performance",
};

let supported: boolean | undefined;

/** Whether this browser can show a panorama. Tested once, with a context that is released immediately. */
export function isSupported(): boolean {
  if (supported === undefined) {
    const gl = document.createElement("canvas").getContext("webgl2");
    supported = gl !== null;
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
  }
  return supported;
}

/** @throws PanoramaError `no-webgl` */
export function openContext(canvas: HTMLCanvasElement): WebGL2RenderingContext {
  const gl = canvas.getContext("webgl2", ATTRIBUTES);
  if (!gl) throw new PanoramaError("no-webgl", "the browser offers no WebGL 2");
  return gl;
}
