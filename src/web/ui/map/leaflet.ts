/** The map library with its style sheet: 43 KB that only who looks at a map fetches (`map-part.ts`). */
import "leaflet/dist/leaflet.css";
import "./map.css";

export {
  DivIcon,
  latLng,
  latLngBounds,
  Map as LeafletMap,
  Marker,
  map as createMap,
  marker as createMarker,
  TileLayer,
  tileLayer as createTileLayer,
} from "leaflet";
