/**
 * Footprints are long near the poles: uses the maximum that GPUs offer. Elsewhere the filter takes no more samples than
 * before.
 */
const ANISOTROPY = 16;

/** Creates and frees textures, and counts them, so that a leak shows in a test. */
export class Textures {
  readonly #gl: WebGL2RenderingContext;
  #alive = 0;
  #filter: EXT_texture_filter_anisotropic | null = null;
  #anisotropy = 1;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.reset();
  }

  get alive(): number {
    return this.#alive;
  }

  /** Maximum ratio of a footprint's length to its width before a coarser mipmap is read, 1 to 16. */
  get anisotropy(): number {
    return this.#anisotropy;
  }

  /** After a lost context: its textures no longer exist. */
  reset(): void {
    this.#alive = 0;
    const gl = this.#gl;
    this.#filter = gl.getExtension("EXT_texture_filter_anisotropic");
    this.#anisotropy = this.#filter
      ? Math.min(ANISOTROPY, gl.getParameter(this.#filter.MAX_TEXTURE_MAX_ANISOTROPY_EXT) as number)
      : 1;
  }

  /**
   * Uploads an image with its mipmaps.
   * @param wraps whether the right edge continues at the left one.
   */
  fromImage(image: ImageBitmap, wraps: boolean): WebGLTexture {
    const gl = this.#gl;
    const { width, height } = image;
    const texture = this.#create(wraps ? gl.REPEAT : gl.CLAMP_TO_EDGE, gl.LINEAR_MIPMAP_LINEAR);
    const levels = Math.floor(Math.log2(Math.max(width, height))) + 1;
    gl.texStorage2D(gl.TEXTURE_2D, levels, gl.RGBA8, width, height);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, image);
    gl.generateMipmap(gl.TEXTURE_2D);
    if (this.#filter) {
      gl.texParameterf(gl.TEXTURE_2D, this.#filter.TEXTURE_MAX_ANISOTROPY_EXT, this.#anisotropy);
    }
    return texture;
  }

  /** The longest edge a texture may have. */
  get limit(): number {
    return this.#gl.getParameter(this.#gl.MAX_TEXTURE_SIZE) as number;
  }

  /** Creates a texture for full-turn frames that are replaced continuously, by `fill`: without mipmaps. */
  forFrames(): WebGLTexture {
    return this.#create(this.#gl.REPEAT, this.#gl.LINEAR);
  }

  fill(texture: WebGLTexture, frame: TexImageSource): void {
    const gl = this.#gl;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, frame);
  }

  /** Copies the frame just drawn; must be called before the browser clears it. */
  fromFrame(): WebGLTexture {
    const gl = this.#gl;
    const texture = this.#create(gl.CLAMP_TO_EDGE, gl.LINEAR);
    gl.copyTexImage2D(gl.TEXTURE_2D, 0, gl.RGB8, 0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, 0);
    return texture;
  }

  free(texture: WebGLTexture): void {
    this.#gl.deleteTexture(texture);
    this.#alive--;
  }

  #create(wrapS: GLenum, filter: GLenum): WebGLTexture {
    const gl = this.#gl;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, wrapS);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    this.#alive++;
    return texture;
  }
}
