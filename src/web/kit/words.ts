import { useLanguage } from "#web/lib/language.ts";

/** Texts of the kit page, which is only for developers; they are not part of the translations. */
export const words = {
  en: {
    site: "Tower B, north side",
    date: "Visit date",
    name: "Name",
    room: "Room",
    rooms: "Rooms",
    plan: "Floor plan",
    list: "List",
    state: "Status",
    snags: "Snags",
    hint: "As written on the drawings",
    error: "Name is required",
    save: "Save visit",
    del: "Delete visit",
    text: "Concrete of the second floor is poured; shoring stays until Thursday.",
    up: "JPEG, 2:1, at least 3840x1920, up to 20 MB each",
    tones: ["Draft", "Selected", "Fresh", "Ageing", "Stale", "In progress", "Disputed"],
  },
  ar: {
    site: "البرج ب، الواجهة الشمالية",
    date: "تاريخ الزيارة",
    name: "الاسم",
    room: "الغرفة",
    rooms: "الغرف",
    plan: "مخطط الطابق",
    list: "قائمة",
    state: "الحالة",
    snags: "الملاحظات",
    hint: "كما هو مكتوب في المخططات",
    error: "الاسم مطلوب",
    save: "حفظ الزيارة",
    del: "حذف الزيارة",
    text: "تم صب خرسانة الطابق الثاني، وتبقى الدعائم حتى يوم الخميس.",
    up: "صور JPEG بنسبة 2:1 ودقة \u20663840×1920\u2069 على الأقل، حتى 20 ميغابايت للصورة",
    tones: ["مسودة", "محدد", "حديثة", "متوسطة الحداثة", "قديمة", "قيد المعالجة", "معترض عليها"],
  },
} as const;

export const useWords = () => words[useLanguage()];

/** A row of the page. */
export const line = "flex flex-wrap items-center gap-3";
