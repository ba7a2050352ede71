import { currencies } from "#contract/currencies.ts";
import { useLanguage } from "#web/lib/language.ts";
import { currencyName } from "#web/lib/money.ts";
import { SearchSelect } from "#web/ui/search-select.tsx";

/** One of the supported currencies of invoices, searchable by name or code. */
export function CurrencyField({
  value,
  onChange,
  ...texts
}: {
  label: string;
  hint?: string;
  error: string | undefined;
  value: string;
  onChange: (code: string) => void;
}) {
  const language = useLanguage();
  const options = currencies.map((code) => ({
    value: code,
    label: `${currencyName(code, language)} (${code})`,
  }));
  return (
    <SearchSelect
      {...texts}
      options={options}
      value={value as (typeof currencies)[number]}
      onChange={(code) => code !== null && onChange(code)}
    />
  );
}
