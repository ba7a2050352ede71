/** The map library with its stylesheet: 43 KB that are fetched only when a map is viewed (`map-part.ts`). */
import "leaflet/dist/leaflet.css";
import "./map.css";

export {
  CRS,
  DivIcon,
  imageOverlay as createImageOverlay,
  latLng,
  latLngBounds,
  Map as LeafletMap,
  Marker,
  map as createMap,
  marker as createMarker,
  polyline as createPolyline,
  rectangle as createRectangle,
  svg as createSvg,
  TileLayer,
  tileLayer as createTileLayer,
} from "leaflet";
