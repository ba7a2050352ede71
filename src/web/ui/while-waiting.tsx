import type { ButtonProps } from "react-aria-components/Button";

/** What somebody may still do with a button that waits: come to it and leave it. */
const stays = /^on(Focus|Blur|Pointer(Enter|Leave|Over|Out)|Mouse(Enter|Leave|Over|Out))/;

/**
 * A button of React Aria that waits: it keeps its focus and does nothing. React Aria's own `isPending` has its name
 * read out by pointing at it from elsewhere, for seconds; by then it is often gone together with its dialog.
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
