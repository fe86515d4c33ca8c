# fish completion for sentinel. Put it into ~/.config/fish/completions/, or: sentinel completion fish | source
function __sentinel_candidates
	set -l words (commandline -opc)
	set -l candidates ($words[1] completion words -- $words[2..-1] "$(commandline -ct)" 2>/dev/null)
	if set -q candidates[1]
		printf '%s\n' $candidates
	else
		__fish_complete_path (commandline -ct)
	end
end
complete -c sentinel -f -a '(__sentinel_candidates)'
