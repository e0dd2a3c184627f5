package realmcatalog

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
)

// timeLimit is a limit of time that also ends with the context of a caller, or with the limit that it is within.
type timeLimit struct {
	ctx    context.Context
	cancel context.CancelFunc
	caller context.Context
	length time.Duration
	endsAt time.Time
	timer  *time.Timer
	isOver atomic.Bool
	what   string
}

// newTimeLimit: what names what takes too long then.
func newTimeLimit(caller context.Context, length time.Duration, what string) *timeLimit {
	ctx, cancel := context.WithCancel(caller)
	l := &timeLimit{ctx: ctx, cancel: cancel, caller: caller, length: length, what: what}
	if length < forever {
		l.endsAt = time.Now().Add(length)
		l.timer = time.AfterFunc(length, func() {
			l.isOver.Store(true)
			cancel()
		})
	}
	return l
}

// restart lets the time begin again.
func (l *timeLimit) restart() {
	if l.timer != nil && l.ctx.Err() == nil {
		l.timer.Reset(l.length)
	}
}

// stopClock: time does not count any more; the context of the caller does.
func (l *timeLimit) stopClock() {
	if l.timer != nil {
		l.timer.Stop()
	}
}

// end releases the limit, and ends what is under way.
func (l *timeLimit) end() {
	l.stopClock()
	l.cancel()
}

// fault is why the limit has ended: its time is over, or the context of the caller says why. Nil while it has not.
func (l *timeLimit) fault() error {
	if l.isOver.Load() {
		message := fmt.Sprintf("%s took longer than %v.", l.what, l.length)
		return &Error{Kind: ErrTimeout, Code: string(ErrTimeout), Message: message, Err: context.DeadlineExceeded}
	}
	return l.caller.Err()
}

// allows says whether so long a wait ends before the limit does.
func (l *timeLimit) allows(wait time.Duration) bool {
	deadline, has := l.caller.Deadline()
	return (l.endsAt.IsZero() || wait <= time.Until(l.endsAt)) && (!has || wait <= time.Until(deadline))
}

// pause waits, unless the limit ends first.
func (l *timeLimit) pause(wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-l.ctx.Done():
		return l.fault()
	}
}
