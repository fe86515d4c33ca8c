# PowerShell completion for sentinel. Try it with: sentinel completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName sentinel -ScriptBlock {
	param($word, $ast, $cursor)
	$words = @($ast.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursor } | ForEach-Object { $_.ToString() })
	$before = @($words | Select-Object -Skip 1)
	# An empty argument would be dropped on its way, so a blank stands for it.
	if ($word -eq '') { $before += ' ' }
	& $words[0] completion words -- $before 2>$null | ForEach-Object {
		$value, $text = $_ -split "`t", 2
		[System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $text)
	}
}
