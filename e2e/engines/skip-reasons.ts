/** Reasons why a journey cannot run, by the capability missing on the machine. */
export const noH264 = "no H.264 in this engine here (Debian: gstreamer1.0-libav, gstreamer1.0-plugins-bad)";
export const noWorker = "no service worker in this engine here";
