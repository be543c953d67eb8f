# The verbs people type. The build itself is described in meson.build.

.PHONY: elektro test bench play web format coverage clean help

elektro:
	@scripts/setup build
	@scripts/configure build/release gcc
	@ninja -C build/release --quiet
	@ln -sfn release/cli/elektro build/elektro

test:
	@scripts/test

bench: elektro
	@scripts/setup bench
	@build/elektro bench
	@bench/instructions build/elektro
	@bench/replay build/elektro

play: elektro
	@build/elektro play

web:
	@scripts/web

format:
	@scripts/setup format
	@git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format -i

coverage:
	@scripts/coverage

clean:
	@rm -rf build

help:
	@echo "make           build/elektro"
	@echo "make test      build everything and run every test"
	@echo "make bench     how fast the rules are, and their signature"
	@echo "make play      sit down to a game against three bots"
	@echo "make web       the browser client, in build/web"
	@echo "make format    format the C sources"
	@echo "make coverage  which lines and branches of the engine the tests reach"
	@echo "make clean     remove build/"
