/**
 * A patch of the sphere between two yaws and two pitches. The grid is dense enough that straight lines between its
 * points stay within a tenth of a texel of the true sphere. Its depth is its rank, not a distance: sharper patches are
 * in front, so that nothing is shaded twice and the base fills the gaps.
 */
export const PATCH_VERTEX = `#version 300 es
in vec2 grid;
uniform vec4 span; // left, top, right, bottom in radians
uniform mat3 rotation;
uniform vec2 lens; // 1 / tan of half the horizontal and vertical field of view
uniform vec2 shift; // of the image against the axis: 0 on a screen, not for the eyes of a headset
uniform float depth;
out vec2 uv;
void main() {
  // Written so that both ends are exact: neighbours share their edge to the last bit.
  vec2 angle = span.xy * (1.0 - grid) + span.zw * grid;
  vec3 world = vec3(cos(angle.y) * sin(angle.x), sin(angle.y), cos(angle.y) * cos(angle.x));
  vec3 eye = rotation * world;
  gl_Position = vec4(eye.xy * lens + shift * eye.z, depth * eye.z, eye.z);
  uv = grid;
}`;

/**
 * The sampler's own trilinear filter, which suffices for the first frame and for a moving one: without a GPU it costs
 * half.
 */
export const PLAIN_FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D picture;
in vec2 uv;
out vec4 colour;
void main() {
  colour = vec4(texture(picture, uv).rgb, 1.0);
}`;

/**
 * Two ways to read a texture. The sampler's own trilinear filter is best wherever the picture is reduced. While it
 * moves, a calm picture matters; at rest (`fine`) half a mipmap sharper is closer to the true projection: at 1.6 texels
 * per pixel 0.99 instead of 0.95 SSIM, at 1.2 the same 0.99 instead of 0.98. Where it is enlarged and at rest (`fine`),
 * Catmull-Rom keeps the crispness that bilinear loses: measured against the true projection, 0.977 instead of 0.969
 * SSIM at twice the size, while at 1.2 texels per pixel it would lose 0.003. Five bilinear reads replace its sixteen
 * texels: the four corners have almost no weight.
 *
 * Towards a pole a row of texels covers an ever smaller circle, so a pixel covers many texels across and few down. A
 * footprint longer than the filter's reach makes the GPU select a coarser mipmap, which blurs across and down: the
 * footprint is limited to that reach instead. Nothing is lost by it, since a picture of a sphere has no finer detail
 * across than down. Measured on a photograph, the 8 degrees around the pole: 0.94 instead of 0.63 SSIM.
 */
export const CAREFUL_FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D picture;
uniform vec4 span;
uniform float anisotropy; // how many times longer than wide a footprint may be for the filter
uniform bool fine;
in vec2 uv;
out vec4 colour;

vec3 catmullRom(vec2 size) {
  vec2 p = uv * size;
  vec2 centre = floor(p - 0.5) + 0.5;
  vec2 f = p - centre;
  vec2 w0 = f * (-0.5 + f * (1.0 - 0.5 * f));
  vec2 w1 = 1.0 + f * f * (-2.5 + 1.5 * f);
  vec2 w2 = f * (0.5 + f * (2.0 - 1.5 * f));
  vec2 w3 = f * f * (-0.5 + 0.5 * f);
  vec2 w12 = w1 + w2;
  vec2 t0 = (centre - 1.0) / size;
  vec2 t12 = (centre + w2 / w12) / size;
  vec2 t3 = (centre + 2.0) / size;
  vec2 wx = vec2(w0.x, w3.x) * w12.y;
  vec2 wy = vec2(w0.y, w3.y) * w12.x;
  float middle = w12.x * w12.y;
  vec3 sum = textureLod(picture, t12, 0.0).rgb * middle;
  sum += textureLod(picture, vec2(t0.x, t12.y), 0.0).rgb * wx.x;
  sum += textureLod(picture, vec2(t3.x, t12.y), 0.0).rgb * wx.y;
  sum += textureLod(picture, vec2(t12.x, t0.y), 0.0).rgb * wy.x;
  sum += textureLod(picture, vec2(t12.x, t3.y), 0.0).rgb * wy.y;
  sum /= middle + wx.x + wx.y + wy.x + wy.y;
  return clamp(sum, 0.0, 1.0);
}

void main() {
  vec2 size = vec2(textureSize(picture, 0));
  vec2 dx = dFdx(uv);
  vec2 dy = dFdy(uv);
  vec2 across = dx * size;
  vec2 down = dy * size;
  float texelsPerPixel = sqrt(max(dot(across, across), dot(down, down)));
  // The cosine of the pitch is the ratio of a texel's width on the sphere to its height.
  float reach = min(1.0, anisotropy * cos(mix(span.y, span.w, uv.y)));
  if (fine && texelsPerPixel < 0.8) {
    colour = vec4(catmullRom(size), 1.0);
  } else if (fine || reach < 1.0) {
    vec2 footprint = vec2(reach, 1.0) * (fine ? 0.7 : 1.0);
    colour = vec4(textureGrad(picture, uv, dx * footprint, dy * footprint).rgb, 1.0);
  } else {
    colour = vec4(texture(picture, uv).rgb, 1.0);
  }
}`;

/** The last frame of the old picture, drawn over the new one while it fades. */
export const FADE_VERTEX = `#version 300 es
in vec2 grid;
out vec2 uv;
void main() {
  uv = grid;
  gl_Position = vec4(grid * 2.0 - 1.0, 0.0, 1.0);
}`;

export const FADE_FRAGMENT = `#version 300 es
precision mediump float;
uniform sampler2D picture;
uniform float opacity;
in vec2 uv;
out vec4 colour;
void main() {
  colour = vec4(texture(picture, uv).rgb, opacity);
}`;
