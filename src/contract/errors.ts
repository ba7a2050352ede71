/**
 * Every refusal the server can give: its status and its English sentence. The code is stable and is what the
 * client translates (`errors.json`); the sentence is what a caller without the client reads. `{name}` stands for
 * a value given with the refusal.
 */
export const errors = {
  BAD_REQUEST: { status: 400, text: "The request could not be understood." },
  UNAUTHENTICATED: { status: 401, text: "Your session has expired. Please log in again." },
  SESSION_TERMINATED: { status: 401, text: "Your session has been terminated. Please log in again." },
  FORBIDDEN: { status: 403, text: "You do not have permission to perform this action." },
  DEMO_READ_ONLY: { status: 403, text: "This is a demo account. You cannot modify any data." },
  DEMO_OFF: { status: 403, text: "The demo account is switched off on this server." },
  PROJECT_NOT_PUBLIC: { status: 403, text: "Project is not public" },
  NOT_FOUND: {
    status: 404,
    text: "The requested resource was not found. It may have been moved or deleted.",
  },
  CONFLICT: {
    status: 409,
    text: "Somebody else changed this in the meantime. Load it again and repeat your change.",
  },
  FILE_TOO_LARGE: { status: 413, text: "The file is too large. Please choose a smaller file." },
  CSRF_MISMATCH: { status: 419, text: "Please refresh the page and try again." },
  VALIDATION: { status: 422, text: "Please check your input and try again." },
  INVALID_CREDENTIALS: { status: 422, text: "The user name or the password is wrong." },
  SETUP_DONE: { status: 403, text: "This server is set up already. Please sign in." },
  SETUP_TOKEN: {
    status: 403,
    text: "This set-up link is not valid. Use the newest link the server printed.",
  },
  REGISTRATION_OFF: { status: 403, text: "Registration is switched off on this server." },
  RECOVERY_OFF: {
    status: 403,
    text: "Passwords cannot be recovered by mail on this server. Ask its administrator.",
  },
  SOCIAL_OFF: { status: 403, text: "Signing in with this provider is switched off on this server." },
  TWO_FACTOR_OFF: { status: 403, text: "Two-factor sign-in is switched off on this server." },
  CAPTCHA_REQUIRED: { status: 422, text: "Please confirm that you are not a robot." },
  CAPTCHA_WRONG: { status: 422, text: "The confirmation is not valid any more. Please try again." },
  TWO_FACTOR_WRONG: { status: 422, text: "The code is wrong or has been used already." },
  TWO_FACTOR_EXPIRED: { status: 422, text: "This sign-in took too long. Please sign in again." },
  TWO_FACTOR_NOT_PENDING: { status: 422, text: "There is no set-up to confirm. Please start again." },
  TWO_FACTOR_ON: { status: 422, text: "Two-factor sign-in is on already. Switch it off first." },
  TWO_FACTOR_INACTIVE: { status: 422, text: "Two-factor sign-in is not switched on for this account." },
  EMAIL_UNCONFIRMED: {
    status: 422,
    text: "Please confirm your e-mail address first. We have sent you a mail.",
  },
  LINK_INVALID: {
    status: 422,
    text: "This link is not valid any more. It may have been used already or be too old.",
  },
  PASSWORD_WRONG: { status: 422, text: "The current password is wrong." },
  PASSWORD_COMMON: { status: 422, text: "This password is too common. Please choose another." },
  PASSWORD_PRESENT: { status: 422, text: "This account has a password already." },
  CONSENT_REQUIRED: { status: 422, text: "Please accept the terms and conditions." },
  PASSKEY_WRONG: { status: 422, text: "This passkey could not be used here." },
  PASSKEYS_FULL: { status: 422, text: "An account can have {n} passkeys." },
  PASSKEYS_ADDRESS: {
    status: 422,
    text: "Passkeys need this site to be opened under its own name over https.",
  },
  LAST_WAY_IN: { status: 422, text: "This is the only way into this account. Set a password first." },
  LAST_SUPER_ADMIN: { status: 422, text: "There must be at least one super admin." },
  NOT_YOURSELF: { status: 422, text: "You cannot do this to your own account." },
  MAIL_FAILED: { status: 422, text: "The mail was not taken: {reason}" },
  MESSAGE_REFUSED: { status: 403, text: "You cannot write to this person." },
  MAINTENANCE: { status: 503, text: "This site is being maintained. Please come back in a little while." },
  RATE_LIMITED: { status: 429, text: "Too many requests. Please wait a moment and try again." },
  SERVER: {
    status: 500,
    text: "A server error occurred. Please try again later or contact support if the problem persists.",
  },
  UNAVAILABLE: { status: 503, text: "The service is temporarily unavailable." },
  STORAGE_FULL: { status: 507, text: "File upload failed. Please try again." },

  PROJECT_ID_REQUIRED: { status: 422, text: "Project ID is required" },
  EXPORT_TOO_LARGE: {
    status: 422,
    text: "This project is too large to be sent at once. Let it be built in the background.",
  },
  EXPORT_NOT_READY: { status: 409, text: "This export is not ready yet." },
  JOIN_CODE_UNKNOWN: { status: 404, text: "No project has this code. Ask whoever gave it to you." },
  ALREADY_MEMBER: { status: 422, text: "This person is in the team already." },
  ALREADY_INVITED: { status: 422, text: "This address is invited already." },
  JOIN_DECLINED: { status: 422, text: "Your request was declined. You can ask again in a few days." },
  OWNER_STAYS: { status: 422, text: "The owner cannot leave. Hand the project over to somebody first." },
  MEMBER_ABOVE: { status: 403, text: "You can change only members below your own place in the project." },
  GRANT_LACKING: { status: 403, text: "You can give only what you may do yourself." },
  TEAM_VIEW_DENIED: { status: 403, text: "You do not have permission to view the team of this project." },
  PROJECT_CLOSED: { status: 422, text: "This project is closed at the moment. Nobody can join it." },
  INVITATIONS_FULL: {
    status: 422,
    text: "{n} invitations can wait at a time. Take back those that are not needed any more.",
  },
  REQUESTS_FULL: { status: 422, text: "{n} of your requests can wait at a time. Take one back first." },
  TEAM_FULL: { status: 422, text: "A team can have {n} people, invitations included." },
  PROJECT_EDIT_DENIED: { status: 403, text: "You do not have permission to edit this project." },
  PROJECT_TEAM_DENIED: { status: 403, text: "You do not have permission to change this project's team." },
  PROJECT_EXPORT_DENIED: { status: 403, text: "You do not have permission to export this project." },
  SHEET_VIEW_DENIED: { status: 403, text: "You do not have permission to view the sheets of this project." },
  SHEET_EDIT_DENIED: { status: 403, text: "You do not have permission to edit the sheets of this project." },
  SHEETS_FULL: { status: 422, text: "A project can have {n} sheets." },
  VISIT_VIEW_DENIED: { status: 403, text: "You do not have permission to view the visits of this project." },
  VISIT_EDIT_DENIED: { status: 403, text: "You do not have permission to edit the visits of this project." },
  VISIT_ID_REQUIRED: { status: 422, text: "Visit ID is required" },
  FILE_EMPTY: { status: 422, text: "Invalid file: File is null or empty" },
  FILES_REQUIRED: { status: 422, text: "At least one file is required" },
  IMAGE_TOO_LARGE: { status: 413, text: "Image is too large. Max file size: {maxFileSize} MB" },
  IMAGE_TYPE: { status: 422, text: "Invalid file type. Please choose a supported file format." },
  IMAGE_UNREADABLE: { status: 422, text: "Failed to load image for validation" },
  IMAGE_RESOLUTION: {
    status: 422,
    text: "Image resolution is too low. Minimum resolution required: 3840x1920",
  },
  IMAGE_RATIO: { status: 422, text: "Selected file is not a 360° image with aspect ratio 2:1" },
  IMAGE_PIXELS: {
    status: 422,
    text: "The image has too many pixels. Please choose one of at most {n} megapixels.",
  },
  IMAGE_TOO_HEAVY: {
    status: 422,
    text: "The picture could not be prepared within the limits of this server.",
  },
  ROOMS_FULL: { status: 422, text: "Only the first {n} files were accepted. Maximum {n} files allowed." },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof errors;

/** Field-level sentences, by the path of the field in the input. Each is a translation key (`visits.name_required`) beside its English text. */
export interface FieldErrors {
  readonly [field: string]: readonly string[];
}
