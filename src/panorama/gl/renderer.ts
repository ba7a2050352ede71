import { toDegrees, toRadians } from "../projection/angles.ts";
import { type Camera, type Rotation, rotationOf } from "../projection/camera.ts";
import type { Coverage } from "../projection/coverage.ts";
import { tilted } from "../projection/tilt.ts";
import { openContext } from "./context.ts";
import { createGrid, drawMesh, type Mesh } from "./mesh.ts";
import { createProgram, type Program } from "./program.ts";
import { CAREFUL_FRAGMENT, FADE_FRAGMENT, FADE_VERTEX, PATCH_VERTEX, PLAIN_FRAGMENT } from "./shaders.ts";
import { Textures } from "./textures.ts";

/** A texture mapped to a part of the sphere. */
export interface Patch {
  readonly texture: WebGLTexture;
  readonly coverage: Coverage;
  /** Orientation of the picture in the world; upright by default. */
  readonly tilt?: Rotation | undefined;
  /** 0 for the sharpest; a patch hides those of a higher rank. */
  readonly rank: number;
}

/** One eye of a headset: its viewport, and its own lens. */
export interface Eye {
  readonly framebuffer: WebGLFramebuffer | null;
  readonly viewport: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly rotation: Rotation;
  /** Scale of x and y in the image, and the offset of its centre from the axis, as in a projection matrix. */
  readonly lens: readonly [x: number, y: number];
  readonly shift: readonly [x: number, y: number];
}

/** Maximum number of ranks; no picture has more levels. */
const RANKS = 16;

/** Cells per patch and right angle; see the vertex shader for the required precision. */
const TILE_CELLS = 32;
const SPHERE_CELLS = 128;

const PATCH_UNIFORMS = ["span", "rotation", "lens", "shift", "depth"] as const;
const CAREFUL_UNIFORMS = [...PATCH_UNIFORMS, "fine", "anisotropy"] as const;

interface Pipeline {
  readonly patch: Program<(typeof PATCH_UNIFORMS)[number]>;
  /** For a view at rest or of a pole; compiled at the first of those. */
  careful?: Program<(typeof CAREFUL_UNIFORMS)[number]>;
  readonly fade: Program<"opacity">;
  readonly tile: Mesh;
  readonly sphere: Mesh;
  readonly quad: Mesh;
}

/** Draws patches of the sphere. Independent of tiles, requests and time. */
export class Renderer {
  readonly textures: Textures;
  readonly #canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  #pipeline: Pipeline | undefined;

  /** @throws PanoramaError `no-webgl` */
  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#gl = openContext(canvas);
    this.textures = new Textures(this.#gl);
  }

  get isLost(): boolean {
    return this.#gl.isContextLost();
  }

  /** Size of the canvas in device pixels. */
  resize(width: number, height: number): void {
    this.#canvas.width = width;
    this.#canvas.height = height;
  }

  /** After a lost context: everything is created again with the next frame. */
  restore(): void {
    this.#pipeline = undefined;
    this.textures.reset();
  }

  /** Compiles everything that `draw` is going to need, by drawing one pixel. Does so once. */
  warmUp(camera: Camera, patches: readonly Patch[]): void {
    if (this.#pipeline) return;
    this.#gl.viewport(0, 0, 1, 1);
    this.#drawPatches(lensOf(camera), patches, filterFor(camera, patches, false));
  }

  /** @param fine whether to spend time on the better filter. */
  draw(camera: Camera, patches: readonly Patch[], fine: boolean): void {
    this.#gl.viewport(0, 0, this.#canvas.width, this.#canvas.height);
    this.#drawPatches(lensOf(camera), patches, filterFor(camera, patches, fine));
  }

  /** Draws the view of one eye into the headset's framebuffer. */
  drawEye(eye: Eye, patches: readonly Patch[]): void {
    const gl = this.#gl;
    const { x, y, width, height } = eye.viewport;
    gl.bindFramebuffer(gl.FRAMEBUFFER, eye.framebuffer);
    gl.viewport(x, y, width, height);
    // The other eye shares the buffer: clearing must end at the edge.
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(x, y, width, height);
    this.#drawPatches(eye, patches, "poles");
    gl.disable(gl.SCISSOR_TEST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  /** Makes the context compatible with headsets. */
  makeXRCompatible(): Promise<WebGL2RenderingContext> {
    return this.#gl.makeXRCompatible().then(() => this.#gl);
  }

  /** Draws a texture of `textures.fromFrame` over the current frame. */
  drawOver(frame: WebGLTexture, opacity: number): void {
    if (!this.#pipeline) return;
    const gl = this.#gl;
    const { fade, quad } = this.#pipeline;
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.useProgram(fade.handle);
    gl.uniform1f(fade.uniforms.opacity, opacity);
    gl.bindTexture(gl.TEXTURE_2D, frame);
    drawMesh(gl, quad);
  }

  /** Releases the context at once instead of at garbage collection: a page has only 16. */
  destroy(): void {
    this.#gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  #drawPatches({ rotation, lens, shift }: Lens, patches: readonly Patch[], filter: Filter): void {
    const gl = this.#gl;
    // Compiled with the first frame and not before, so that it does not delay the first paint of the page.
    this.#pipeline ??= createPipeline(gl);
    const { tile, sphere } = this.#pipeline;
    const { handle, uniforms } = this.#useProgram(this.#pipeline, filter);
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.useProgram(handle);
    gl.uniform2f(uniforms.lens, ...lens);
    gl.uniform2f(uniforms.shift, ...shift);
    for (const { texture, coverage, tilt, rank } of patches.toSorted((a, b) => a.rank - b.rank)) {
      const { left, top, right, bottom } = coverage;
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.uniformMatrix3fv(uniforms.rotation, true, tilted(rotation, tilt));
      gl.uniform4f(uniforms.span, toRadians(left), toRadians(top), toRadians(right), toRadians(bottom));
      gl.uniform1f(uniforms.depth, (2 * (rank + 1)) / (RANKS + 2) - 1);
      drawMesh(gl, right - left > 90 ? sphere : tile);
    }
  }

  #useProgram(pipeline: Pipeline, filter: Filter): Pipeline["patch"] {
    if (filter === "plain") return pipeline.patch;
    const gl = this.#gl;
    pipeline.careful ??= createProgram(gl, PATCH_VERTEX, CAREFUL_FRAGMENT, CAREFUL_UNIFORMS);
    const { handle, uniforms } = pipeline.careful;
    gl.useProgram(handle);
    gl.uniform1i(uniforms.fine, filter === "fine" ? 1 : 0);
    gl.uniform1f(uniforms.anisotropy, this.textures.anisotropy);
    return pipeline.careful;
  }
}

/**
 * `plain` is the sampler's own, `poles` the same with footprints limited near a pole, `fine` the best for a view at
 * rest.
 */
type Filter = "plain" | "poles" | "fine";

/** Beyond this pitch a footprint may be longer than the reach of a GPU's filter, 16 at most. */
const POLAR_PITCH = 80;

function filterFor({ view, width, height }: Camera, patches: readonly Patch[], fine: boolean): Filter {
  if (fine) return "fine";
  if (patches.some(({ tilt }) => tilt !== undefined)) return "poles";
  const tan = Math.tan(toRadians(view.fov) / 2);
  const corner = toDegrees(Math.atan(Math.hypot(tan, (tan * width) / height)));
  return Math.abs(view.pitch) + corner < POLAR_PITCH ? "plain" : "poles";
}

type Lens = Pick<Eye, "rotation" | "lens" | "shift">;

function lensOf({ view, width, height }: Camera): Lens {
  const tan = Math.tan(toRadians(view.fov) / 2);
  return { rotation: rotationOf(view), lens: [height / width / tan, 1 / tan], shift: [0, 0] };
}

function createPipeline(gl: WebGL2RenderingContext): Pipeline {
  return {
    patch: createProgram(gl, PATCH_VERTEX, PLAIN_FRAGMENT, PATCH_UNIFORMS),
    fade: createProgram(gl, FADE_VERTEX, FADE_FRAGMENT, ["opacity"]),
    tile: createGrid(gl, TILE_CELLS, TILE_CELLS),
    sphere: createGrid(gl, SPHERE_CELLS, SPHERE_CELLS / 2),
    quad: createGrid(gl, 1, 1),
  };
}
