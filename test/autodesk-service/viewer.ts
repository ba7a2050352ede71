/**
 * A small viewer with those calls of the real one that our page makes. It verifies everything: the token must allow
 * viewing models and nothing else, the model must be ready, and unknown calls do not exist.
 */
export const viewerScript = (api: string) => `(function () {
  "use strict";
  var options = null;
  function scopesOf(token) {
    try { return JSON.parse(atob(token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/"))).scope; }
    catch (error) { return []; }
  }
  function Initializer(given, ready) {
    if (typeof given.getAccessToken !== "function") throw new Error("getAccessToken is missing");
    if (["AutodeskProduction", "AutodeskProduction2"].indexOf(given.env) < 0) throw new Error("env: " + given.env);
    if (given.env === "AutodeskProduction2" && !/^streamingV2(_EU)?$/.test(given.api)) throw new Error("api: " + given.api);
    options = given;
    setTimeout(ready, 0);
  }
  function Node(data, parent) {
    this.data = data; this.parent = parent;
    this.children = (data.children || []).map(function (one) { return new Node(one, this); }, this);
  }
  Node.prototype.name = function () { return this.data.name || ""; };
  Node.prototype.guid = function () { return this.data.guid; };
  Node.prototype.is2D = function () { return this.data.role === "2d"; };
  Node.prototype.is3D = function () { return this.data.role === "3d"; };
  Node.prototype.search = function (wanted) {
    var found = Object.keys(wanted).every(function (key) { return this.data[key] === wanted[key]; }, this) ? [this] : [];
    return this.children.reduce(function (all, one) { return all.concat(one.search(wanted)); }, found);
  };
  Node.prototype.findByGuid = function (guid) {
    if (this.data.guid === guid) return this;
    for (var at = 0; at < this.children.length; at++) {
      var found = this.children[at].findByGuid(guid);
      if (found) return found;
    }
    return null;
  };
  Node.prototype.getDefaultGeometry = function () {
    return this.search({ type: "geometry", role: "3d" })[0] || this.search({ type: "geometry" })[0] || null;
  };
  function Document(manifest) { this.root = new Node({ children: manifest.derivatives }); }
  Document.prototype.getRoot = function () { return this.root; };
  Document.load = function (urn, onSuccess, onFailure) {
    if (options === null) throw new Error("Initializer was not called");
    if (urn.indexOf("urn:") !== 0) return onFailure(5, "the urn does not begin with urn:", []);
    options.getAccessToken(function (token, seconds) {
      var scopes = scopesOf(token);
      if (typeof seconds !== "number" || scopes.length !== 1 || scopes[0] !== "viewables:read")
        return onFailure(3, "the token is not for viewing alone: " + scopes.join(" "), []);
      fetch(${JSON.stringify(api)} + "/modelderivative/v2/designdata/" + urn.slice(4) + "/manifest", {
        headers: { Authorization: "Bearer " + token },
      }).then(function (answer) {
        if (answer.status === 404) return onFailure(9, "no manifest", []);
        if (!answer.ok) return onFailure(answer.status === 401 || answer.status === 403 ? 3 : 7, "status " + answer.status, []);
        return answer.json().then(function (manifest) {
          if (manifest.status !== "success") return onFailure(9, "the model is not ready", []);
          onSuccess(new Document(manifest));
        });
      }, function (error) { onFailure(2, String(error), []); });
    });
  };
  function GuiViewer3D(container, config) {
    if (!(container instanceof HTMLElement)) throw new Error("no container");
    this.container = container; this.config = config || {}; this.listeners = {};
  }
  GuiViewer3D.prototype.start = function () {
    if (options === null) return 1;
    this.canvas = document.createElement("canvas");
    this.canvas.className = "adsk-viewing-viewer";
    this.canvas.setAttribute("role", "img");
    this.container.appendChild(this.canvas);
    return 0;
  };
  GuiViewer3D.prototype.addEventListener = function (type, heard) {
    (this.listeners[type] = this.listeners[type] || []).push(heard);
  };
  GuiViewer3D.prototype.removeEventListener = function (type, heard) {
    this.listeners[type] = (this.listeners[type] || []).filter(function (one) { return one !== heard; });
  };
  GuiViewer3D.prototype.loadDocumentNode = function (doc, node) {
    var viewer = this;
    if (!(doc instanceof Document) || !(node instanceof Node) || node.data.type !== "geometry")
      return Promise.reject(new Error("not a view of a document"));
    viewer.canvas.setAttribute("aria-label", node.name());
    viewer.canvas.dataset.guid = node.guid();
    viewer.draw(node);
    return new Promise(function (resolve) {
      setTimeout(function () {
        (viewer.listeners[Viewing.GEOMETRY_LOADED_EVENT] || []).forEach(function (heard) {
          heard({ type: Viewing.GEOMETRY_LOADED_EVENT, target: viewer });
        });
        resolve({});
      }, 0);
    });
  };
  GuiViewer3D.prototype.draw = function (node) {
    var box = this.container.getBoundingClientRect();
    this.canvas.width = box.width; this.canvas.height = box.height;
    var pen = this.canvas.getContext("2d");
    pen.fillStyle = this.theme === "dark-theme" ? "#2a2f36" : "#e9edf2";
    pen.fillRect(0, 0, box.width, box.height);
    pen.strokeStyle = "#5b7fa6"; pen.lineWidth = 2;
    var size = Math.min(box.width, box.height) / 3, x = box.width / 2 - size / 2, y = box.height / 2 - size / 2;
    pen.strokeRect(x, y, size, size);
    if (node.is3D()) {
      var shift = size / 3;
      pen.strokeRect(x + shift, y - shift, size, size);
      [[0, 0], [size, 0], [0, size], [size, size]].forEach(function (at) {
        pen.beginPath(); pen.moveTo(x + at[0], y + at[1]); pen.lineTo(x + at[0] + shift, y + at[1] - shift); pen.stroke();
      });
    }
    pen.fillStyle = "#5b7fa6"; pen.font = "16px system-ui"; pen.fillText(node.name(), 16, 28);
  };
  GuiViewer3D.prototype.setTheme = function (theme) { this.theme = theme; };
  GuiViewer3D.prototype.resize = function () {};
  GuiViewer3D.prototype.tearDown = function () {};
  GuiViewer3D.prototype.finish = function () {
    if (this.canvas) this.canvas.remove();
    this.canvas = null;
  };
  var Viewing = {
    Initializer: Initializer, Document: Document, GuiViewer3D: GuiViewer3D,
    GEOMETRY_LOADED_EVENT: "geometryLoaded",
    shutdown: function () { options = null; },
  };
  window.Autodesk = { Viewing: Viewing };
})();
`;

export const viewerStyles =
  ".adsk-viewing-viewer { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; }\n";
