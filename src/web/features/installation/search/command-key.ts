/** Label of the command key on this keyboard. */
export const commandKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl";
