package structure

import "strings"

// addSpecials adds what leads to other entries without doing anything by itself.
func (c *catalog) addSpecials() {
	for _, name := range []string{"globalThis", "global", "window", "self"} {
		c.global.link(name, c.global)
	}
	c.modules["process"] = c.global.at("process")
	c.addRequire()
	for _, path := range []string{"process.env", "Bun.env"} {
		c.global.at(path).role = environment
	}
	c.modules["bun"].at("env").role = environment
	c.meta.at("env").role = environment
	c.global.at("Deno.env.get").role = readsEnv
	c.global.at("Deno.env.toObject").role = readsAllEnv
	c.global.at("exports").role = exportsOfCJS
	c.global.at("module.exports").role = exportsOfCJS
	c.addRouters()
	// Function is the type of a property in Vue and of a value in matchers of test libraries.
	c.global.at("Function").common = true
}

// addRequire makes every way to call require the same entry.
func (c *catalog) addRequire() {
	require := c.global.at("require")
	require.role = requires
	c.global.link("__non_webpack_require__", require)
	for _, holder := range []*entry{c.global.at("module"), c.global.at("process.mainModule"), c.global.at("require.main"), c.meta} {
		holder.link("require", require)
	}
	for _, path := range []string{"createRequire", "createRequireFromPath"} {
		c.modules["module"].at(path).result = require
	}
	for _, loader := range []*entry{
		c.modules["module"].at("_load"), c.global.at("module.constructor._load"),
		c.global.at("process.getBuiltinModule"),
	} {
		loader.role = requires
	}
	c.global.at("importScripts").role = loadsScripts
	for _, path := range []string{"prototype.require", "Module.prototype.require", "Module().require", "default().require"} {
		c.modules["module"].at(path).role = requires
	}
	c.global.at("module.constructor.prototype.require").role = requires
	c.global.at("module.constructor.createRequire").result = require
}

// routers are modules and what of them is called to get something with get, post, ...
var routers = []struct{ modules, members string }{
	{"express", "default() Router()"},
	{"fastify", "default() fastify()"},
	{"koa-router @koa/router find-my-way", "default() Router()"},
	{"hono hono/tiny hono/quick @hono/zod-openapi", "Hono() OpenAPIHono()"},
	{"polka restana itty-router", "default() Router() AutoRouter()"},
	{"restify", "createServer()"},
	{"elysia", "Elysia() default()"},
}

func (c *catalog) addRouters() {
	for _, r := range routers {
		for name := range strings.FieldsSeq(r.modules) {
			for path := range strings.FieldsSeq(r.members) {
				c.moduleNamed(name).at(path).role = router
			}
		}
	}
}

// transparent are the names of functions that give what they are given: compilers put them around modules
// (TypeScript, Babel, esbuild, SWC), and promisify makes another form of the same function.
var transparent = map[string]bool{
	"promisify": true, "promisifyAll": true, "pify": true, "denodeify": true, "callbackify": true,
	"__importDefault": true, "__importStar": true, "__toESM": true, "__toModule": true,
	"_interopRequireDefault": true, "_interopRequireWildcard": true, "_interopDefault": true,
	"_interopDefaultLegacy": true, "_interopNamespace": true, "_interopNamespaceDefault": true, "_interopDefaultCompat": true,
	"_interop_require_default": true, "_interop_require_wildcard": true, "_interopDefaultLegacy$1": true,
	"interopDefault": true,
}
