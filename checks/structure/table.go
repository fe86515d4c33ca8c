package structure

// row says what calling members of modules does.
type row struct {
	does operation
	// modules are separated by blanks; the names that come with Node.js are written without "node:".
	// "" is the global scope.
	modules string
	// members are separated by blanks. "default" is the module itself, called or constructed; "a.b" is a
	// member of a member; "a().b" is a member of what a call of a, or new a, gives.
	members string
	// when restricts the row to calls with certain arguments.
	when condition
}

// dangerous lists the functions that this check knows.
//
// Sources: the API documentation of Node.js 24 (nodejs.org/api), Deno 2 (docs.deno.com/api/deno), Bun 1.2
// (bun.sh/docs), the DOM and Fetch standards, and the README of each package named.
var dangerous = []row{
	// Processes. fork and cluster.fork start a program, too: setupPrimary({ exec }) and execPath name any file.
	{does: processExec, modules: "child_process child-process-promise promisify-child-process child-process-es6-promise mz/child_process",
		members: "exec execFile execFileSync execSync fork spawn spawnSync spawnAsync execAsync"},
	{does: processExec, modules: "cluster", members: "fork default.fork"},
	{does: processExec, modules: "execa", members: "default $ command commandSync execa execaCommand execaCommandSync execaNode execaSync node sync"},
	{does: processExec, modules: "cross-spawn cross-spawn-async cross-spawn-promise", members: "default spawn sync"},
	{does: processExec, modules: "zx dax-sh dax @david/dax", members: "default $ $.sync $.spawn spawn quiet within.$"},
	{does: processExec, modules: "tinyexec", members: "x exec"},
	{does: processExec, modules: "shelljs", members: "exec cmd"},
	{does: processExec, modules: "nano-spawn @expo/spawn-async @npmcli/promise-spawn foreground-child spawn-command open opn better-opn npm-run npm-run-all concurrently",
		members: "default exec sync spawn foregroundChild openApp concurrently"},
	{does: processExec, modules: "node-pty @lydell/node-pty @homebridge/node-pty-prebuilt-multiarch", members: "spawn fork"},
	{does: processExec, modules: "@actions/exec", members: "exec getExecOutput"},
	{does: processExec, modules: "sudo-prompt @vscode/sudo-prompt", members: "exec"},
	{does: processExec, modules: "python-shell", members: "PythonShell PythonShell.run PythonShell.runString"},
	{does: processExec, modules: "bun", members: "$ spawn spawnSync"},
	{does: processExec, modules: "", members: "Bun.$ Bun.spawn Bun.spawnSync Deno.Command Deno.run"},
	{does: processExec, modules: "", members: "$", when: asTemplate}, // $`ls` in a script run by zx

	// Text run as code.
	{does: dynamicCode, modules: "", members: "eval execScript Function module._compile"},
	{does: dynamicCode, modules: "", members: "setTimeout setInterval setImmediate", when: firstIsText},
	{does: dynamicCode, modules: "", members: "Worker SharedWorker", when: workerOfText},
	{does: dynamicCode, modules: "worker_threads", members: "Worker", when: workerOfText},
	{does: dynamicCode, modules: "vm", members: "Script SourceTextModule compileFunction createScript runInContext runInNewContext runInThisContext"},
	{does: dynamicCode, modules: "module", members: "default()._compile Module()._compile default.prototype._compile Module.prototype._compile"},
	{does: dynamicCode, modules: "vm2", members: "NodeVM VM VMScript"},
	{does: dynamicCode, modules: "isolated-vm", members: "Isolate"},
	{does: dynamicCode, modules: "eval safe-eval require-from-string node-eval import-from-string", members: "default requireFromString importFromString"},
	{does: dynamicCode, modules: "repl", members: "start REPLServer"},

	// Data decoded by something that runs what it finds. The load of js-yaml is not in the list: since
	// version 4 it runs nothing, and the version cannot be seen in a file. Asking for the schema with
	// functions can be seen. v8.deserialize makes data only.
	{does: unsafeDeserialize, modules: "node-serialize", members: "unserialize"},
	{does: unsafeDeserialize, modules: "serialize-to-js", members: "deserialize deserializeUnsafe"},
	{does: unsafeDeserialize, modules: "funcster", members: "deepDeserialize"},
	{does: unsafeDeserialize, modules: "cryo", members: "parse"},
	{does: unsafeDeserialize, modules: "js-yaml", members: "DEFAULT_FULL_SCHEMA"},
	{does: unsafeDeserialize, modules: "js-yaml-js-types", members: "all function"},

	// Native code. WebAssembly is not native: it reaches only what it is handed.
	{does: nativeCode, modules: "", members: "process.dlopen process.binding process._linkedBinding Deno.dlopen Deno.UnsafeFnPointer"},
	{does: nativeCode, modules: "bindings node-gyp-build node-gyp-build-optional-packages", members: "default"},
	{does: nativeCode, modules: "ffi ffi-napi", members: "Library DynamicLibrary ForeignFunction"},
	{does: nativeCode, modules: "koffi ffi-rs", members: "load open"},
	{does: nativeCode, modules: "bun:ffi", members: "CFunction cc dlopen linkSymbols"},
	{does: nativeCode, modules: "edge-js edge", members: "func"},

	// Files deleted.
	{does: fileDelete, modules: "shelljs", members: "rm"},
	{does: fileDelete, modules: "fs-extra", members: "emptyDir emptyDirSync emptydir emptydirSync remove removeSync"},
	{does: fileDelete, modules: "rimraf", members: "default manual manualSync moveRemove moveRemoveSync native nativeSync posix posixSync rimraf rimrafSync sync windows windowsSync rimraf.sync rimraf.native"},
	{does: fileDelete, modules: "del trash premove make-empty-dir delete-empty", members: "default sync deleteAsync deleteSync premove"},
	{does: fileDelete, modules: "fs-jetpack", members: "remove removeAsync"},
	{does: fileDelete, modules: "", members: "Deno.remove Deno.removeSync Bun.file().delete Bun.file().unlink"},
	{does: fileDelete, modules: "bun", members: "file().delete file().unlink"},

	// Files written.
	{does: fileWrite, modules: "fs-extra", members: "copy copySync createFile createFileSync createLink createSymlink ensureDir ensureDirSync " +
		"ensureFile ensureFileSync ensureLink ensureLinkSync ensureSymlink ensureSymlinkSync mkdirp mkdirpSync mkdirs mkdirsSync move moveSync " +
		"outputFile outputFileSync outputJSON outputJSONSync outputJson outputJsonSync writeJSON writeJSONSync writeJson writeJsonSync"},
	{does: fileWrite, modules: "shelljs", members: "chmod cp ln mkdir mv touch"},
	{does: fileWrite, modules: "mkdirp make-dir write-file-atomic write-json-file write-file-webpack cpy cp-file move-file write-pkg write-yaml-file",
		members: "default mkdirp mkdirpSync sync makeDirectory makeDirectorySync writeJsonFile writeJsonFileSync copyFile copyFileSync moveFile moveFileSync writePackage"},
	{does: fileWrite, modules: "", members: "Deno.chmod Deno.chmodSync Deno.chown Deno.chownSync Deno.copyFile Deno.copyFileSync Deno.create Deno.createSync " +
		"Deno.link Deno.linkSync Deno.makeTempDir Deno.makeTempDirSync Deno.makeTempFile Deno.makeTempFileSync Deno.mkdir Deno.mkdirSync Deno.rename " +
		"Deno.renameSync Deno.symlink Deno.symlinkSync Deno.truncate Deno.truncateSync Deno.writeFile Deno.writeFileSync Deno.writeTextFile " +
		"Deno.writeTextFileSync Bun.write Bun.file().writer Bun.file().write"},
	{does: fileWrite, modules: "bun", members: "write file().writer file().write"},

	// Connections opened. Clients of databases and queues are not listed, one would not know where to end.
	{does: networkConnect, modules: "", members: "EventSource RTCPeerConnection WebSocket WebTransport XMLHttpRequest fetch navigator.sendBeacon " +
		"$.ajax $.get $.getJSON $.getScript $.post jQuery.ajax jQuery.get jQuery.getJSON jQuery.getScript jQuery.post " +
		"Bun.connect Bun.fetch Bun.udpSocket Deno.connect Deno.connectTls Deno.startTls Deno.createHttpClient"},
	{does: networkConnect, modules: "bun", members: "connect fetch udpSocket"},
	{does: networkConnect, modules: "http https", members: "ClientRequest get request"},
	{does: networkConnect, modules: "http2 net tls quic", members: "connect createConnection Socket"},
	{does: networkConnect, modules: "dgram", members: "Socket createSocket"},
	{does: networkConnect, modules: "dns", members: "lookup lookupService resolve resolve4 resolve6 resolveAny resolveCname resolveMx resolveNs resolveSrv resolveTxt reverse " +
		"promises.lookup promises.resolve promises.resolve4 promises.resolve6 promises.resolveAny promises.resolveMx promises.resolveSrv promises.resolveTxt promises.reverse"},
	{does: networkConnect, modules: "undici", members: "Agent Client EventSource Pool WebSocket connect fetch pipeline request stream upgrade"},
	{does: networkConnect, modules: "axios", members: "default delete get head options patch patchForm post postForm put putForm request " +
		"create().delete create().get create().head create().options create().patch create().post create().put create().request create().default"},
	{does: networkConnect, modules: "got ky ky-universal", members: "default delete get got head patch post put stream got.delete got.get got.head got.patch got.post got.put got.stream"},
	{does: networkConnect, modules: "superagent request request-promise request-promise-native needle", members: "default del delete get head patch post put request"},
	{does: networkConnect, modules: "node-fetch node-fetch-native cross-fetch isomorphic-fetch isomorphic-unfetch unfetch whatwg-fetch make-fetch-happen minipass-fetch ofetch phin bent wretch",
		members: "default $fetch fetch ofetch"},
	{does: networkConnect, modules: "ws isomorphic-ws", members: "default WebSocket"},
	{does: networkConnect, modules: "eventsource socket.io-client", members: "default EventSource connect io"},
	{does: networkConnect, modules: "graphql-request", members: "GraphQLClient default rawRequest request"},
	{does: networkConnect, modules: "jquery", members: "ajax get getJSON getScript post"},
	{does: networkConnect, modules: "nodemailer", members: "createTransport"},
	{does: networkConnect, modules: "mqtt amqplib", members: "connect connectAsync"},
	{does: networkConnect, modules: "ssh2 ssh2-sftp-client", members: "Client default"},

	// Connections accepted.
	{does: networkListen, modules: "http https net tls http2", members: "Server createSecureServer createServer"},
	{does: networkListen, modules: "", members: "Bun.listen Bun.serve Deno.listen Deno.listenDatagram Deno.listenTls Deno.serve Deno.serveHttp"},
	{does: networkListen, modules: "bun", members: "listen serve"},
	{does: networkListen, modules: "ws isomorphic-ws", members: "Server WebSocketServer"},
	{does: networkListen, modules: "socket.io", members: "Server default"},
	{does: networkListen, modules: "express koa fastify polka connect restana", members: "default().listen fastify().listen"},
	{does: networkListen, modules: "restify", members: "createServer"},
	{does: networkListen, modules: "@hono/node-server", members: "serve"},

	// Cryptography.
	{does: cryptography, modules: "crypto", members: "createCipheriv createDecipheriv createCipher createDecipher createDiffieHellman createECDH createHash createHmac " +
		"createPrivateKey createPublicKey createSecretKey createSign createVerify diffieHellman generateKey generateKeyPair generateKeyPairSync generateKeySync " +
		"getDiffieHellman getRandomValues hash hkdf hkdfSync pbkdf2 pbkdf2Sync privateDecrypt privateEncrypt publicDecrypt publicEncrypt randomBytes randomFill " +
		"randomFillSync randomInt randomUUID scrypt scryptSync sign timingSafeEqual verify X509Certificate"},
	{does: cryptography, modules: "crypto", members: webCrypto("webcrypto.") + " " + webCrypto("")},
	{does: cryptography, modules: "", members: webCrypto("crypto.")},
	{does: cryptography, modules: "", members: "Bun.hash Bun.CryptoHasher Bun.password.hash Bun.password.hashSync Bun.password.verify Bun.password.verifySync"},
	{does: cryptography, modules: "bcrypt bcryptjs argon2", members: "compare compareSync hash hashSync verify genSalt genSaltSync"},
	{does: cryptography, modules: "jsonwebtoken", members: "sign verify decode"},

	// Files read: a fact, no finding.
	{does: fileRead, modules: "fs-extra", members: "readJSON readJSONSync readJson readJsonSync pathExists pathExistsSync"},
	{does: fileRead, modules: "", members: "Deno.open Deno.openSync Deno.readDir Deno.readDirSync Deno.readFile Deno.readFileSync Deno.readTextFile Deno.readTextFileSync Deno.stat Bun.file"},
	{does: fileRead, modules: "bun", members: "file"},
}

// fsModules have the functions of node:fs.
const fsModules = "fs fs-extra graceful-fs mz/fs original-fs"

// fsFunctions lists functions of node:fs, each of which also has a form with Sync and one below promises.
var fsFunctions = []struct {
	does  operation
	names string
	when  condition
}{
	{does: fileDelete, names: "rm rmdir unlink"},
	{does: fileWrite, names: "appendFile chmod chown copyFile cp createWriteStream fchmod fchown ftruncate futimes lchmod lchown link lutimes " +
		"mkdir mkdtemp rename symlink truncate utimes write writeFile writev"},
	{does: fileWrite, names: "open", when: opensToWrite},
	{does: fileRead, names: "access createReadStream exists glob lstat opendir read readFile readdir readlink readv realpath stat watch watchFile"},
}

// wholes are the modules that are reported when they are handed on whole, or when a member is called whose
// name is not known: whatever is taken from them does the same.
var wholes = []row{
	{does: processExec, modules: "child_process child-process-promise promisify-child-process mz/child_process node-pty @lydell/node-pty zx"},
	{does: dynamicCode, modules: "vm vm2"},
	{does: nativeCode, modules: "bun:ffi ffi ffi-napi koffi ffi-rs"},
}

// webCrypto lists the operations of the Web Cryptography API below a prefix.
func webCrypto(prefix string) string {
	list := prefix + "getRandomValues " + prefix + "randomUUID"
	for _, name := range []string{"decrypt", "deriveBits", "deriveKey", "digest", "encrypt", "exportKey", "generateKey",
		"importKey", "sign", "unwrapKey", "verify", "wrapKey"} {
		list += " " + prefix + "subtle." + name
	}
	return list
}
