# The verbs people type. The build itself is described in meson.build.

.PHONY: elektro test bench play format coverage clean help

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

# There is nothing to sit down to yet: the table comes with "elektro play". Until then this shows
# the rules at work on random games.
play: elektro
	@echo "Elektro cannot be played yet. These are its rules, playing random games:"
	@build/elektro bench --seconds 0.2

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
	@echo "make play      not yet: shows the rules at work on random games"
	@echo "make format    format the C sources"
	@echo "make coverage  which lines and branches of the engine the tests reach"
	@echo "make clean     remove build/"
