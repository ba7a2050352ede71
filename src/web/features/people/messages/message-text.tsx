import { Link } from "#web/ui/link.tsx";

const address = /(https?:\/\/[^\s<>"]+)/u;

/** The words as they were written, with their lines; addresses can be followed. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className="own-direction whitespace-pre-wrap wrap-anywhere">
      {text.split(address).map((part, at) => {
        if (at % 2 === 0) return part;
        // A full stop after an address ends the sentence.
        const [, end = ""] = /([.,;:!?)\]}'»]*)$/u.exec(part) ?? [];
        const href = part.slice(0, part.length - end.length);
        return (
          <span key={at}>
            <Link href={href} target="_blank" rel="noopener noreferrer nofollow" className="underline">
              <bdi dir="ltr">{href}</bdi>
            </Link>
            {end}
          </span>
        );
      })}
    </p>
  );
}
