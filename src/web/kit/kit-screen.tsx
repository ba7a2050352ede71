import { getLocalTimeZone, now } from "@internationalized/date";
import {
  Building2,
  Camera,
  Download,
  Ellipsis,
  List,
  Map as MapIcon,
  Pencil,
  Plus,
  Share2,
  Trash2,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { useFormat } from "#web/lib/format.ts";
import { changeLanguage, useLanguage } from "#web/lib/language.ts";
import { setTheme, useTheme } from "#web/lib/theme.ts";
import { showToast } from "#web/lib/toasts.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { DateTimeField } from "#web/ui/date-time-field.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { Tone } from "#web/ui/tone.ts";
import { LightLayer } from "./light-layer.tsx";

/** Words of the page itself: it is for those who build the kit, so they stand here and not among the texts. */
const words = {
  en: {
    site: "Tower B, north side",
    date: "Visit date",
    name: "Name",
    room: "Room",
    rooms: "Rooms",
    plan: "Plan",
    list: "List",
    state: "State",
    snags: "Snags",
    hint: "As it stands on the drawings",
    error: "Name is required",
    save: "Save visit",
    del: "Delete visit",
    text: "Concrete of the second floor is poured; shoring stays until Thursday.",
    up: "JPEG, 2:1, at least 3840x1920, up to 20 MB each",
    tones: ["Draft", "Selected", "Fresh", "Ageing", "Stale", "In work", "Disputed"],
  },
  ar: {
    site: "البرج ب، الواجهة الشمالية",
    date: "تاريخ الزيارة",
    name: "الاسم",
    room: "الغرفة",
    rooms: "الغرف",
    plan: "المخطط",
    list: "قائمة",
    state: "الحالة",
    snags: "الملاحظات",
    hint: "كما يظهر في المخططات",
    error: "الاسم مطلوب",
    save: "حفظ الزيارة",
    del: "حذف الزيارة",
    text: "تم صب خرسانة الطابق الثاني، وتبقى الدعائم حتى يوم الخميس.",
    up: "صور JPEG بنسبة 2:1 ودقة 3840x1920 على الأقل، حتى 20 ميغابايت للصورة",
    tones: ["مسودة", "محدد", "حديثة", "تتقادم", "قديمة", "قيد العمل", "متنازع عليها"],
  },
} as const;

const tones: readonly Tone[] = ["neutral", "accent", "ok", "warn", "bad", "info", "note"];
const sizes = ["text-xl", "text-lg", "text-base", "text-sm", "text-xs"] as const;

export function KitScreen() {
  const language = useLanguage();
  const theme = useTheme();
  const word = words[language];
  return (
    <div className="mx-auto flex max-w-300 flex-col">
      <PageHeader
        title={word.site}
        note={word.text}
        crumbs={[
          { label: word.rooms, href: "/kit" },
          { label: word.plan, href: "/kit" },
          { label: word.site },
        ]}
        actions={
          <>
            <SegmentedControl
              label="lang"
              value={language}
              onChange={(next) => void changeLanguage(next)}
              segments={[
                { value: "en", label: "English" },
                { value: "ar", label: "العربية" },
              ]}
            />
            <SegmentedControl
              label="theme"
              value={theme}
              onChange={setTheme}
              segments={[
                { value: "light", label: "Light" },
                { value: "dark", label: "Dark" },
              ]}
            />
          </>
        }
      />
      <div className="grid gap-6 md:grid-cols-2">
        <Actions />
        <Type />
        <Fields />
        <Lists />
        <States />
        <LightLayer word={word} />
      </div>
    </div>
  );
}

function useWords() {
  return words[useLanguage()];
}

const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000);

const line = "flex flex-wrap items-center gap-3";

function Actions() {
  const word = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const toast = (tone: "ok" | "bad") => () => showToast({ tone, title: word.save, text: word.text });
  return (
    <Card title="Actions">
      <div className="flex flex-col gap-4">
        <div className={line}>
          <Button variant="primary" icon={Plus} onPress={() => setIsOpen(true)}>
            {word.save}
          </Button>
          <Button icon={Download}>{word.plan}</Button>
          <Button variant="quiet">{word.list}</Button>
          <Button variant="danger" icon={Trash2} onPress={() => setIsAsking(true)}>
            {word.del}
          </Button>
        </div>
        <div className={line}>
          <Button variant="primary" isPending>
            {word.save}
          </Button>
          <Button isDisabled>{word.plan}</Button>
          <Button size="sm">{word.list}</Button>
          <Button size="lg" variant="primary">
            {word.save}
          </Button>
        </div>
        <div className={line}>
          <IconButton icon={Share2} label={word.list} />
          <IconButton icon={Pencil} label={word.save} />
          <Menu trigger={<IconButton icon={Ellipsis} label={word.rooms} />}>
            <MenuItem icon={Pencil} label={word.save} />
            <MenuItem icon={Share2} label={word.plan} />
            <MenuSeparator />
            <MenuItem icon={Trash2} label={word.del} isDestructive />
          </Menu>
          <Popover label={word.hint} trigger={<Button>{word.hint}</Button>}>
            <p className="max-w-60">{word.text}</p>
          </Popover>
          <Link href="/kit">{word.site}</Link>
          <Button onPress={toast("ok")}>OK</Button>
          <Button onPress={toast("bad")}>Bad</Button>
        </div>
        <Modal
          title={word.save}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          footer={
            <>
              <Button onPress={() => setIsOpen(false)}>{word.list}</Button>
              <Button variant="primary">{word.save}</Button>
            </>
          }
        >
          <div className="flex flex-col gap-4">
            <TextField label={word.name} isRequired defaultValue={word.site} maxLength={100} hasCounter />
            <FileDrop
              label={word.rooms}
              hint={word.up}
              accept={{ "image/jpeg": [".jpg", ".jpeg"] }}
              isRequired
              onFiles={() => undefined}
            />
          </div>
        </Modal>
        <ConfirmDialog
          title={`${word.del}?`}
          confirmLabel={word.del}
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          onConfirm={() => setIsAsking(false)}
          isDestructive
        >
          {word.text}
        </ConfirmDialog>
      </div>
    </Card>
  );
}

function Type() {
  const word = useWords();
  const format = useFormat();
  return (
    <Card title="Type">
      {sizes.map((size) => (
        <p key={size} className={size}>
          {word.site}{" "}
          <strong className="font-strong">{format.date(new Date(2026, 10, 20, 14, 5), "moment")}</strong>
        </p>
      ))}
      <p className="mt-3 text-ink-muted">{word.text}</p>
      <p className="text-ink-faint">
        {format.bytes(20 * 1024 * 1024)} · {format.percent(0.423)} · {format.ago(threeDaysAgo)} ·{" "}
        {format.number(12_480.5)}
      </p>
    </Card>
  );
}

function Fields() {
  const word = useWords();
  const [date, setDate] = useState<string | null>(
    now(getLocalTimeZone()).set({ hour: 9, minute: 46 }).toAbsoluteString(),
  );
  const [choice, setChoice] = useState<"a" | "b" | null>(null);
  const [search, setSearch] = useState("");
  return (
    <Card title="Fields">
      <div className="flex flex-col gap-4">
        <TextField
          label={word.name}
          hint={word.hint}
          isRequired
          maxLength={100}
          hasCounter
          defaultValue={word.site}
        />
        <TextField label={word.name} isRequired error={word.error} />
        <DateTimeField label={word.date} value={date} onChange={setDate} isRequired isPastOnly />
        <Select
          label={word.state}
          value={choice}
          onChange={setChoice}
          options={[
            { value: "a", label: word.tones[2], note: word.hint },
            { value: "b", label: word.tones[3] },
          ]}
        />
        <div className="grid grid-cols-2 gap-4">
          <NumberField label={word.rooms} defaultValue={12} maxValue={99} />
          <PasswordField label="Password" defaultValue="concrete-2026" />
        </div>
        <TextArea label={word.plan} rows={3} maxLength={255} hasCounter defaultValue={word.text} />
        <SearchField label={word.rooms} value={search} onChange={setSearch} />
        <div className={line}>
          <Checkbox defaultSelected>{word.room}</Checkbox>
          <Checkbox isIndeterminate>{word.rooms}</Checkbox>
          <Switch defaultSelected>{word.plan}</Switch>
          <Switch>{word.list}</Switch>
        </div>
        <FileDrop label={word.rooms} hint={word.up} isRequired onFiles={() => undefined} />
      </div>
    </Card>
  );
}

function Lists() {
  const word = useWords();
  const [view, setView] = useState<"list" | "plan">("list");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(["2"]));
  const fresh = (
    <Chip tone="ok" hasDot>
      {word.tones[2]}
    </Chip>
  );
  const rows = [1, 2, 3, 4].map((id) => ({
    id: String(id),
    name: `${word.room} ${100 + id}`,
    snags: id * 7,
  }));
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Card isPadded={false}>
        <DataTable
          label={word.rooms}
          rows={rows}
          rowId={({ id }) => id}
          selection={{ selected, onSelect: setSelected }}
          sort={{ column: "name", direction: "ascending" }}
          onSort={() => undefined}
          columns={[
            { id: "name", label: word.room, isSortable: true, cell: ({ name }) => name },
            {
              id: "state",
              label: word.state,
              cell: () => fresh,
            },
            { id: "snags", label: word.snags, isNumber: true, isSortable: true, cell: ({ snags }) => snags },
          ]}
        />
      </Card>
      <Card>
        <Tabs
          label={word.rooms}
          entries={[
            { id: "a", label: word.rooms, badge: <Badge count={4} tone="neutral" />, content: <Shimmer /> },
            { id: "b", label: word.snags, badge: <Badge count={128} tone="bad" />, content: word.text },
          ]}
        />
      </Card>
      <div className={line}>
        <SegmentedControl
          label={word.list}
          value={view}
          onChange={setView}
          segments={[
            { value: "list", label: word.list, icon: List },
            { value: "plan", label: word.plan, icon: MapIcon },
          ]}
        />
        <Avatar name={word.site} />
        <Avatar name="سالم" size="lg" />
      </div>
    </div>
  );
}

function Shimmer() {
  return (
    <div className="flex flex-col gap-2">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}

function States(): ReactNode {
  const word = useWords();
  return (
    <div className="col-span-full flex flex-col gap-4">
      <div className={line}>
        {tones.map((tone, index) => (
          <Chip key={tone} tone={tone} hasDot={index > 1}>
            {word.tones[index]}
          </Chip>
        ))}
        <Chip tone="accent" icon={Camera} onRemove={() => undefined}>
          {word.rooms}
        </Chip>
      </div>
      <ProgressBar label={word.save} share={0.62} />
      <ProgressBar label={word.plan} share={null} />
      <Banner tone="info">{word.text}</Banner>
      <Banner tone="ok">{word.text}</Banner>
      <Banner tone="warn" title={word.site} onClose={() => undefined}>
        {word.text}
      </Banner>
      <Banner tone="bad">{word.text}</Banner>
      <EmptyState
        icon={Building2}
        title={word.site}
        text={word.text}
        action={
          <Button variant="primary" icon={Plus}>
            {word.save}
          </Button>
        }
      />
    </div>
  );
}
