import { render } from "@testing-library/react";
import { createRef } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { focusFirstError } from "./focus-first-error.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function open() {
  const form = createRef<HTMLFormElement>();
  const { container } = render(
    <form ref={form}>
      <input />
      <details>
        <summary>More</summary>
        <input />
      </details>
    </form>,
  );
  const [first, folded] = container.querySelectorAll("input") as unknown as [HTMLElement, HTMLElement];
  return { form, first, folded, fold: container.querySelector("details") as HTMLDetailsElement };
}

it("A field is focused although it is marked some frames later, and its section is expanded", () => {
  const { form, folded, fold } = open();
  focusFirstError(form);
  vi.advanceTimersToNextFrame();
  vi.advanceTimersToNextFrame();
  expect(document.activeElement).toBe(document.body);
  folded.setAttribute("aria-invalid", "true");
  vi.advanceTimersToNextFrame();
  expect(document.activeElement).toBe(folded);
  expect(fold.open).toBe(true);
});

it("The focus stays where the user has moved it meanwhile", () => {
  const { form, first, folded } = open();
  focusFirstError(form);
  vi.advanceTimersToNextFrame();
  first.focus();
  folded.setAttribute("aria-invalid", "true");
  vi.advanceTimersToNextFrame();
  vi.runAllTimers();
  expect(document.activeElement).toBe(first);
});

it("Frames are requested for about a second when no field is marked", () => {
  const { form, folded } = open();
  focusFirstError(form);
  vi.advanceTimersByTime(2_000);
  folded.setAttribute("aria-invalid", "true");
  vi.runAllTimers();
  expect(document.activeElement).toBe(document.body);
});
