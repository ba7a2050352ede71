/**
 * Where the way back lies. Who walks a way looks, on arriving, to the same point of the compass; the way back is
 * behind him.
 * @param yaw of the way in its own picture, degrees.
 * @param from yaw of north in that picture.
 * @param to yaw of north in the picture it leads to.
 * @returns yaw there, -180 (included) to 180 (excluded).
 */
export function wayBack(yaw: number, from: number, to: number): number {
  const turned = yaw - from + 180 + to;
  return ((((turned + 180) % 360) + 360) % 360) - 180;
}
