/** What the key of commands is called on the keyboard of this machine. */
export const commandKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl";
