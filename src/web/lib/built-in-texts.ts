/**
 * The few texts the page needs before, or without, an answer from the server. They repeat the texts of the same keys in
 * src/i18n; a test keeps them equal.
 */
export const builtInTexts = {
  en: {
    common: { loading: "Loading...", retry: "Retry" },
    shell: {
      loading_language: "Loading language settings...",
      loading_viewer: "Loading viewer...",
      setting_up: "Setting up your dashboard...",
      setting_up_step: "Step {{step}} of {{total}}",
    },
    errors: {
      application: "Application Error",
      network: "Network connection error. Please check your internet connection and try again.",
      boundary: {
        unexpected:
          "An unexpected error occurred. Please try again or contact support if the problem persists.",
      },
    },
  },
  ar: {
    common: { loading: "جارٍ التحميل…", retry: "إعادة المحاولة" },
    shell: {
      loading_language: "جارٍ تحميل إعدادات اللغة…",
      loading_viewer: "جارٍ تحميل العارض…",
      setting_up: "جارٍ تجهيز لوحة المتابعة…",
      setting_up_step: "الخطوة {{step}} من {{total}}",
    },
    errors: {
      application: "خطأ في التطبيق",
      network: "تعذّر الاتصال بالشبكة. تحقق من اتصالك بالإنترنت ثم أعد المحاولة.",
      boundary: {
        unexpected: "حدث خطأ غير متوقع. أعد المحاولة، وتواصل مع الدعم إذا تكررت المشكلة.",
      },
    },
  },
} as const;
