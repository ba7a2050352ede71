/** Limits of crews and their answers, without the schemas: screens need them. */
export const crewLimits = {
  /** Crews of one account, archived ones included; people of one crew; crews attached to one project. */
  perAccount: 500,
  people: 100,
  perProject: 200,
  name: 100,
  trade: 60,
  person: 100,
  email: 254,
  /** Digits of a phone number in E.164, without the plus sign. */
  phone: { min: 7, max: 15 },
  /** Characters of a CSV file of people, and rows read of it. */
  csvCharacters: 200_000,
  rows: 500,
  /** Snags shown by one link, and days for which an answered or closed one stays on it. */
  shown: 200,
  recentDays: 14,
  /** Snags counted and recorded by one message. */
  told: 5000,
  /** Days after the last snag of a link was closed until the link ends. */
  endDays: { min: 1, max: 180, standard: 30 },
  /** Hour of the daily digest, in the time zone of the project. */
  digestHour: { min: 0, max: 23, standard: 7 },
  /** Characters of an answer, photos of one answer, bytes of one photo. */
  text: 2000,
  photos: 6,
  photoBytes: 20 * 1024 * 1024,
  /** Answers to one snag by links, and answers and photos of one link within an hour. */
  answersPerSnag: 200,
  perHour: { answers: 120, photos: 240 },
  /** Emails with a code for a new device, per link within an hour; minutes for which a code works, and tries. */
  device: { emails: 5, minutes: 15, tries: 5, days: 180 },
  /** Seconds of a visible page, or a press, after which the page reports the snags as seen. */
  seenAfterMs: 3000,
} as const;
