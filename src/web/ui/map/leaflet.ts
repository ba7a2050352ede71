/** The map library with its stylesheet: 43 KB that are fetched only when a map is viewed (`map-part.ts`). */
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
