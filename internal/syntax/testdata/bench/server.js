// A small server in the style of many.
const http = require("node:http");
const { readFile } = require("node:fs/promises");
const path = require("node:path");

const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" };
const root = path.resolve(__dirname, "public");

class Router {
  #routes = new Map();

  get(pattern, handler) {
    return this.add("GET", pattern, handler);
  }

  add(method, pattern, handler) {
    const key = `${method} ${pattern}`;
    if (this.#routes.has(key)) throw new Error(`the route ${key} is there twice`);
    this.#routes.set(key, { handler, parts: pattern.split("/").filter(Boolean) });
    return this;
  }

  match(method, url) {
    const parts = url.split("?", 1)[0].split("/").filter(Boolean);
    for (const [key, route] of this.#routes) {
      if (!key.startsWith(method + " ") || route.parts.length !== parts.length) continue;
      const params = {};
      const same = route.parts.every((part, i) => {
        if (part[0] === ":") {
          params[part.slice(1)] = decodeURIComponent(parts[i]);
          return true;
        }
        return part === parts[i];
      });
      if (same) return { handler: route.handler, params };
    }
    return null;
  }
}

async function send(response, file) {
  const full = path.join(root, path.normalize("/" + file));
  try {
    const body = await readFile(full);
    response.writeHead(200, { "content-type": types[path.extname(full)] ?? "application/octet-stream" });
    response.end(body);
  } catch (error) {
    response.writeHead(error.code === "ENOENT" ? 404 : 500);
    response.end(/^ENOENT/.test(error.message) ? "not found" : "failed");
  }
}

const router = new Router()
  .get("/", (request, response) => send(response, "index.html"))
  .get("/files/:name", (request, response, { name }) => send(response, name))
  .get("/health", (request, response) => response.end(JSON.stringify({ up: process.uptime() | 0 })));

http
  .createServer((request, response) => {
    const found = router.match(request.method, request.url);
    if (!found) {
      response.statusCode = 404;
      return response.end();
    }
    Promise.resolve(found.handler(request, response, found.params)).catch((error) => {
      console.error(error);
      response.destroy();
    });
  })
  .listen(Number(process.env.PORT || 8080));

module.exports = { Router, send };
