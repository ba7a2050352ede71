import { useEffect, useState } from "react";

/** True for so many milliseconds after something was closed; never with reduced motion. */
export function useClosing(isOpen: boolean, milliseconds: number): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  useEffect(() => {
    if (isOpen || !wasOpen) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = setTimeout(() => setWasOpen(false), isStill ? 0 : milliseconds);
    return () => clearTimeout(timer);
  }, [isOpen, wasOpen, milliseconds]);
  return wasOpen && !isOpen;
}
