/** Days on one page of the site diary. */
export const daysPerPage = 24;
