import { Fragment } from "react";
import { markPieces, type Piece } from "./marks.ts";

/** Text with the search text marked. By colour only: another weight would break the joining of Arabic letters. */
export function Marked({ text, typed }: { text: string; typed: string }) {
  return <Pieces of={markPieces(text, typed)} />;
}

export function Pieces({ of: pieces }: { of: readonly Piece[] }) {
  return pieces.map(({ text, isMatch }, at) =>
    isMatch ? (
      <mark key={at} className="rounded-xs bg-accent-soft text-accent-text">
        {text}
      </mark>
    ) : (
      <Fragment key={at}>{text}</Fragment>
    ),
  );
}
