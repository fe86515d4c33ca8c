package structure

import (
	"strings"

	"sentinel/checks"
	"sentinel/internal/syntax"
)

// httpMethods are the methods of routers, and the method of HTTP each stands for.
var httpMethods = map[string]string{
	"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH", "delete": "DELETE", "del": "DELETE",
	"head": "HEAD", "options": "OPTIONS", "all": "ALL", "route": "ROUTE",
}

// routeDecorators are the decorators of Nest, and of the libraries that took over its names.
var routeDecorators = map[string]string{
	"Get": "GET", "Post": "POST", "Put": "PUT", "Patch": "PATCH", "Delete": "DELETE",
	"Head": "HEAD", "Options": "OPTIONS", "All": "ALL",
}

// routerNames are the names that people give to what declares routes, or that these names end in.
// They only matter where the value is not known: most applications get theirs as a parameter.
var routerNames = []string{"app", "api", "router", "routes", "route", "server", "fastify", "express", "hono"}

// collectRoutes notes the routes that calls and decorators declare.
func (a *analysis) collectRoutes() {
	clients := map[int32]bool{} // callees that are known to be something else: axios.get("/x", ...)
	for _, s := range a.signals {
		clients[s.node] = true
	}
	for _, member := range a.found.routeCalls {
		if !clients[member] {
			a.collectRoute(member)
		}
	}
	for _, decorator := range a.found.decorators {
		a.collectDecorator(decorator)
	}
}

// collectRoute is app.get("/path", handler), app.route("/path").get(handler), app.route({ method, url }).
func (a *analysis) collectRoute(member int32) {
	call := a.parents[member]
	object := int32(a.tree.Child(int(member), syntax.FieldObject))
	property := int32(a.tree.Child(int(member), syntax.FieldProperty))
	method := httpMethods[string(a.tree.NodeText(int(property)))]
	args, _ := a.arguments(call)
	if len(args) == 0 || object < 0 {
		return
	}
	if method == "ROUTE" {
		if a.isRouter(member, object) {
			a.collectRouteObject(call, args[0])
		}
		return
	}
	if path, ok := a.chainedPath(object); ok {
		a.noteRoute(method, path, property)
		return
	}
	path, ok := a.fold(args[0])
	if ok && len(args) >= 2 && isRoutePath(path) && a.isRouter(member, object) {
		a.noteRoute(method, path, call)
	}
}

func isRoutePath(path string) bool { return path == "*" || strings.HasPrefix(path, "/") }

// isRouter reports whether the object of a member declares routes: because it is known to, or by its name.
func (a *analysis) isRouter(member, object int32) bool {
	if a.routerMembers[member] {
		return true
	}
	name := strings.ToLower(a.lastName(object))
	for _, known := range routerNames {
		if strings.HasSuffix(name, known) {
			return true
		}
	}
	return false
}

// maxRouteChain is how many calls of app.route("/path").get(...).post(...) are followed back to the path.
const maxRouteChain = 12

func (a *analysis) chainedPath(object int32) (string, bool) {
	for range maxRouteChain {
		if a.nodes[object].Kind != syntax.KindCallExpression {
			return "", false
		}
		callee := a.callee(object)
		if callee < 0 || a.nodes[callee].Kind != syntax.KindMemberExpression {
			return "", false
		}
		inner := int32(a.tree.Child(int(callee), syntax.FieldObject))
		if inner < 0 {
			return "", false
		}
		if a.lastName(callee) == "route" {
			args, _ := a.arguments(object)
			if len(args) != 1 || !a.isRouter(callee, inner) {
				return "", false
			}
			path, ok := a.fold(args[0])
			return path, ok && isRoutePath(path)
		}
		object = inner
	}
	return "", false
}

// collectRouteObject is the argument of fastify.route: { method: "GET", url: "/path" }.
func (a *analysis) collectRouteObject(call, object int32) {
	url := a.property(object, "url")
	if url < 0 {
		url = a.property(object, "path")
	}
	path, ok := a.fold(url)
	method := a.property(object, "method")
	if !ok || method < 0 || !isRoutePath(path) {
		return
	}
	if a.nodes[method].Kind != syntax.KindArray {
		a.noteRouteMethod(method, path, call)
		return
	}
	for c := range a.tree.Children(int(method)) {
		a.noteRouteMethod(int32(c), path, call)
	}
}

func (a *analysis) noteRouteMethod(method int32, path string, node int32) {
	if name, ok := a.fold(method); ok {
		a.noteRoute(strings.ToUpper(name), path, node)
	}
}

// collectDecorator is @Get("path") on a method, below the @Controller("prefix") of its class.
func (a *analysis) collectDecorator(decorator int32) {
	call := int32(a.tree.FirstChild(int(decorator)))
	if call < 0 || a.nodes[call].Kind != syntax.KindCallExpression {
		return
	}
	body := a.parents[decorator]
	for body >= 0 && a.nodes[body].Kind == syntax.KindMethodDefinition {
		body = a.parents[body]
	}
	method := routeDecorators[a.lastName(a.callee(call))]
	if method == "" || body < 0 || a.nodes[body].Kind != syntax.KindClassBody {
		return
	}
	path, ok := a.decoratorPath(call)
	if !ok {
		return
	}
	a.noteRoute(method, joinRoute(a.controllerPrefix(body), path), decorator)
}

// decoratorPath is the argument of @Get(...): no argument is the empty path.
func (a *analysis) decoratorPath(call int32) (string, bool) {
	args, ok := a.arguments(call)
	if !ok || len(args) == 0 {
		return "", ok
	}
	return a.fold(args[0])
}

// controllerPrefix is what @Controller says of the class around a body. Decorators stand in the class, or
// before it in an export.
func (a *analysis) controllerPrefix(body int32) string {
	class := a.parents[body]
	for _, holder := range []int32{class, a.parents[class]} {
		if holder < 0 {
			continue
		}
		for c := range a.tree.Children(int(holder)) {
			if a.nodes[c].Kind != syntax.KindDecorator {
				continue
			}
			call := int32(a.tree.FirstChild(c))
			if call < 0 || a.nodes[call].Kind != syntax.KindCallExpression || !strings.HasSuffix(a.lastName(a.callee(call)), "Controller") {
				continue
			}
			if prefix, ok := a.decoratorPath(call); ok {
				return prefix
			}
		}
	}
	return ""
}

func joinRoute(prefix, path string) string {
	joined := "/" + strings.Trim(prefix, "/")
	if path = strings.Trim(path, "/"); path != "" {
		joined = strings.TrimSuffix(joined, "/") + "/" + path
	}
	return joined
}

func (a *analysis) noteRoute(method, path string, node int32) {
	a.routes = append(a.routes, noted[routeFact]{node, routeFact{checks.Clip(method), checks.Clip(path), a.line(node)}})
}
