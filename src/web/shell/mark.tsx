/** The product's mark, in the colour of the surrounding text: a person standing inside a sphere. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <path
        d="M11.2 15.3C8.6 16 7 17.2 7 18.7 7 21.1 11 23 16 23s9-1.9 9-4.3c0-1.5-1.6-2.7-4.2-3.4"
        fill="none"
        stroke="#fff"
        strokeOpacity="0.7"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="16" cy="9.2" r="2.7" fill="#fff" />
      <path d="M16 13.6v5.6" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
    </svg>
  );
}
