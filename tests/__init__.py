"""What people do with it, as tests."""

import signal

# Whatever a script begins in its background is told to ignore interrupts, and so would be all that is begun here.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
