//go:build !unix

package report

const openWithoutWaiting = 0

func isUnread(error) bool { return false }
