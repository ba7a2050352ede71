/**
 * Keys by which password attempts are counted. An account has one count for user name and email address, at sign-in and
 * in confirmations of a signed-in user: a second name gives no additional attempts.
 */
export const accountTries = (id: number): string => `password account ${id}`;

/** For an unknown name, so that it is limited like an existing one. */
export const nameTries = (name: string): string => `password name ${name.toLowerCase()}`;
