import type { ReactNode } from "react";
import type { SocialProvider } from "#contract/social.ts";

/**
 * Logos of the providers, in their own colours, as their guidelines for sign-in buttons require; a building for the
 * company's own.
 */
const marks: Readonly<Record<SocialProvider, ReactNode>> = {
  google: (
    <g fill="none" strokeWidth="3.8">
      <path stroke="#ea4335" d="M4.85 8.2A8.1 8.1 0 0 1 17.92 6.48" />
      <path stroke="#fbbc05" d="M4.85 15.8a8.1 8.1 0 0 1 0-7.6" />
      <path stroke="#34a853" d="M17.52 17.92A8.1 8.1 0 0 1 4.85 15.8" />
      <path stroke="#4285f4" d="M12 12h8.1a8.1 8.1 0 0 1-2.58 5.92" />
    </g>
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="10.5" fill="#0866ff" />
      <path fill="none" stroke="#fff" strokeWidth="2.9" d="M12.6 22.3V10.2c0-2.1 1-3 2.7-3h1.2M9 13.4h7" />
    </>
  ),
  twitter: (
    <g fill="none" stroke="currentColor" strokeWidth="1.7">
      <path d="M3.9 3.9h4.3l11.9 16.2h-4.3z" />
      <path d="m4 20.2 6.5-7.1m3-3.2 5.7-6.1" />
    </g>
  ),
  openid: (
    <g fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" strokeLinejoin="round">
      <path d="M5 21V4.5A1.5 1.5 0 0 1 6.5 3h7A1.5 1.5 0 0 1 15 4.5V21m0-11h2.5A1.5 1.5 0 0 1 19 11.5V21M3 21h18" />
      <path d="M8.5 7h3m-3 4h3m-3 4h3" />
    </g>
  ),
};

export function SocialMark({ provider }: { provider: SocialProvider }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-5 shrink-0">
      {marks[provider]}
    </svg>
  );
}
