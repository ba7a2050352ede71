import type { ButtonProps } from "react-aria-components/Button";

/** The events a pending button still handles: focus and hover, in and out. */
const stays = /^on(Focus|Blur|Pointer(Enter|Leave|Over|Out)|Mouse(Enter|Leave|Over|Out))/;

/**
 * A pending button of React Aria: it keeps its focus and does nothing. React Aria's own `isPending` has its name
 * announced by reference from another element, for seconds; by then it is often removed together with its dialog.
 */
export const whileWaiting: NonNullable<ButtonProps["render"]> = (props) => {
  const kept = Object.entries(props).filter(([name]) => !name.startsWith("on") || stays.test(name));
  return (
    <button
      {...Object.fromEntries(kept)}
      type="button"
      aria-disabled
      aria-busy
      data-pending
      data-pressed={undefined}
      data-hovered={undefined}
    />
  );
};
