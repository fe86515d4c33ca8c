#compdef sentinel
# zsh completion for sentinel. Put it into a folder of $fpath as _sentinel, or: source <(sentinel completion zsh)
_sentinel() {
	local line
	local -a candidates
	for line in ${(f)"$("${words[1]}" completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
		candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
	done
	if (( $#candidates )); then
		_describe sentinel candidates
	else
		_files
	fi
}
if [[ "${funcstack[1]}" = _sentinel ]]; then
	_sentinel "$@"
else
	compdef _sentinel sentinel
fi
