/**
 * A patch of the sphere between two yaws and two pitches. The grid is dense enough that straight lines between
 * its points stay below a tenth of a texel from the true sphere. Its depth is its rank, not a distance: what is
 * sharper comes in front, so that nothing is shaded twice and the base fills whatever is missing.
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
 * Two ways to read a texture. The sampler's own trilinear filter is best wherever the picture is made smaller, and
 * good enough while it moves. Where it is enlarged and at rest (`fine`), Catmull-Rom keeps the crispness that
 * bilinear loses: measured against the true projection, 0.977 instead of 0.969 SSIM at twice the size, while at
 * 1.2 texels per pixel it would lose 0.003. Five bilinear reads do for its sixteen texels: the four corners
 * weigh next to nothing.
 */
export const PATCH_FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D picture;
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
  vec2 dx = dFdx(uv) * size;
  vec2 dy = dFdy(uv) * size;
  float texelsPerPixel = sqrt(max(dot(dx, dx), dot(dy, dy)));
  if (fine && texelsPerPixel < 0.8) colour = vec4(catmullRom(size), 1.0);
  else colour = vec4(texture(picture, uv).rgb, 1.0);
}`;

/** The last frame of the old picture, laid over the new one while it fades. */
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
