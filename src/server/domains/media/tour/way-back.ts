/**
 * Direction of the link back. After following a link, the viewer faces the same compass point; the link back is behind
 * them.
 * @param yaw of the link in its own picture, degrees.
 * @param from yaw of north in that picture.
 * @param to yaw of north in the target picture.
 * @returns yaw there, -180 (included) to 180 (excluded).
 */
export function wayBack(yaw: number, from: number, to: number): number {
  const turned = yaw - from + 180 + to;
  return ((((turned + 180) % 360) + 360) % 360) - 180;
}
