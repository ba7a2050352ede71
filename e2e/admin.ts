/** The first super admin of the servers that journeys run against. */
export const admin = { email: "owner@example.org", password: "correct horse battery" };
