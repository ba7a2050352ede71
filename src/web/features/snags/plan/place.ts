/** A place on a plan, 0..1 from its upper left corner; what is put there lies with its own corner on it. */
export const placeStyle = ({ x, y }: { x: number; y: number }) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
});
