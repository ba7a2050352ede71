import { useIsMobile } from "#web/lib/media-query.ts";
import { SearchBox } from "./box/search-box.tsx";
import { SearchButton } from "./box/search-button.tsx";

/** The search of the header. */
export function SearchTool() {
  return useIsMobile() ? <SearchButton /> : <SearchBox />;
}
