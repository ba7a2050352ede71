/**
 * Under which keys tries of passwords are counted. An account has one count, whether its user name or its email address was
 * typed, at the sign-in or where a signed-in person confirms a change: who has one of them has no more tries with another.
 */
export const accountTries = (id: number): string => `password account ${id}`;

/** For a name that no account has, so that it is limited like one that exists. */
export const nameTries = (name: string): string => `password name ${name.toLowerCase()}`;
