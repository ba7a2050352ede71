import type { Weather } from "../core/sky.ts";
import type { Look } from "../image/develop.ts";

export interface Visit {
  date: string;
  /** Local time of the first picture. */
  time: string;
  name: { en: string; ar: string };
  description: { en: string; ar: string };
  weather: Weather;
  look: Look;
}

export const VISITS: readonly Visit[] = [
  {
    date: "2026-02-18",
    time: "08:40",
    name: { en: "Structure", ar: "الهيكل الإنشائي" },
    description: {
      en: "Columns, slabs and stairs are cast. Props still carry the roof slab; formwork and steel are being cleared.",
      ar: "اكتمل صب الأعمدة والأسقف والدرج. ما زالت الدعامات تحمل سقف الطابق الأول ويجري نقل القوالب والحديد.",
    },
    weather: {
      sunAzimuth: 124,
      sunElevation: 27,
      sun: [5.6, 4.75, 3.7],
      sunRadius: 0.4,
      zenith: [0.26, 0.47, 0.92],
      horizon: [0.92, 0.98, 1.06],
      glow: [1.0, 0.85, 0.6],
      clouds: 0.25,
      cloudShift: 0.1,
      visibility: 520,
    },
    look: { exposure: 0.1, lift: 0.4, tame: 0.52, balance: 0.55, tint: [1.02, 1, 0.98] },
  },
  {
    date: "2026-04-08",
    time: "13:30",
    name: { en: "Block walls and first fix", ar: "جدران الطابوق والتمديدات الأولى" },
    description: {
      en: "Block walls stand on both floors. Conduits, boxes and pipes are going in; scaffolding and nets are up outside.",
      ar: "أقيمت جدران الطابوق في الطابقين. يجري تمديد المواسير والعلب والأنابيب، والسقالات والشباك منصوبة في الخارج.",
    },
    weather: {
      sunAzimuth: 222,
      sunElevation: 58,
      sun: [3.3, 3.0, 2.5],
      sunRadius: 1.8,
      zenith: [0.62, 0.72, 0.86],
      horizon: [1.12, 1.08, 0.98],
      glow: [0.9, 0.82, 0.66],
      clouds: 0.6,
      cloudShift: 0.43,
      visibility: 150,
    },
    look: { exposure: 0.3, lift: 0.4, tame: 0.7, balance: 0.65, tint: [1.015, 1, 0.975] },
  },
  {
    date: "2026-09-30",
    time: "16:20",
    name: { en: "Finishes", ar: "التشطيبات" },
    description: {
      en: "Plaster and first paint are done, windows are in. Tiling has started and the ceiling grid carries its first lamps.",
      ar: "انتهت أعمال اللياسة والدهان الأول وركبت النوافذ. بدأ تركيب البلاط وعلقت أولى وحدات الإنارة في السقف المستعار.",
    },
    weather: {
      sunAzimuth: 252,
      sunElevation: 21,
      sun: [6.0, 4.1, 2.3],
      sunRadius: 0.5,
      zenith: [0.3, 0.44, 0.76],
      horizon: [1.12, 0.98, 0.8],
      glow: [1.5, 0.95, 0.45],
      clouds: 0.42,
      cloudShift: 0.77,
      visibility: 330,
    },
    look: { exposure: 0.58, lift: 0.42, tame: 0.54, balance: 0.66, tint: [1.03, 1, 0.965] },
  },
];
