# Commands for people. The build itself is described in meson.build.

.PHONY: elektro python check test soak bench bench-server bench-nodes bench-people bench-hostile play cluster web site npm deb screenshots format coverage clean help

elektro:
	@scripts/setup build
	@scripts/configure build/release gcc
	@ninja -C build/release --quiet
	@ln -sfn release/cli/elektro build/elektro

# The shared library of the Python module: docs/python.md.
python:
	@scripts/setup build
	@scripts/configure build/release gcc
	@ninja -C build/release --quiet python/native/libelektro_env.so

check:
	@scripts/setup test
	@scripts/test check

test:
	@scripts/setup test
	@scripts/test

bench: elektro
	@scripts/setup bench
	@build/elektro bench
	@ninja -C build/release --quiet bench/playouts bench/searches bench/judge
	@bench/instructions build/release
	@bench/replay build/elektro

bench-server: elektro
	@ninja -C build/release --quiet bench/load bench/echo
	@bench/server build/release

# Several servers on one PostgreSQL.
bench-people: elektro
	@scripts/setup cluster
	@ninja -C build/release --quiet bench/load
	@bench/people build/release
	@tests/server/with_postgres bench/people build/release --postgres

bench-nodes: elektro
	@scripts/setup cluster
	@ninja -C build/release --quiet bench/load bench/optimistic/server
	@bench/nodes build/release

# Needs a quiet machine.
bench-hostile: elektro
	@bench/hostile build/elektro --goal 3

# Starts the server on its own database. It also runs without the web client, for programs.
play:
	@[ -f build/web/index.html ] || echo "Building Elektro; the first time this takes some minutes."
	@$(MAKE) --no-print-directory elektro
	@[ -f build/web/index.html ] && [ -z "$$(find web data wasm engine boards journal bots record -type f \
	    -newer build/web/index.html -not -path '*/node_modules/*' -print -quit)" ] || scripts/web || \
	    echo "The web client could not be built; the server runs without it."
	@build/elektro serve --web build/web

# Several servers on one database, behind a balancer. CLUSTER takes options: make cluster CLUSTER="--nodes 2".
cluster:
	@scripts/setup cluster
	@$(MAKE) --no-print-directory elektro
	@[ -f build/web/index.html ] || scripts/web || echo "The web client could not be built; the servers run without it."
	@scripts/cluster $(CLUSTER)

# The long tests: kills the server 5,000 times, on both databases, attacks it while a player waits, upgrades the
# packages of the last release, and runs each fuzzer for a quarter of an hour.
soak: elektro
	@tests/server/soak build/elektro
	@scripts/setup test
	@tests/package/soak
	@scripts/configure build/fuzz clang -Dfuzz=true -Dgpu=disabled \
	    --buildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false
	@ninja -C build/fuzz --quiet fuzzers
	@tests/fuzz/soak build/fuzz 900

web:
	@scripts/web

site:
	@scripts/site

npm:
	@scripts/npm

deb: web
	@scripts/deb

screenshots: web elektro
	@scripts/setup test
	@node web/tests/screenshots-online.mjs build/elektro build/web build/screenshots
	@node web/tests/screenshots.mjs build/elektro build/web build/screenshots

format:
	@scripts/setup format
	@git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format -i

coverage:
	@scripts/coverage

clean:
	@rm -rf build

help:
	@echo "make           build the program, build/elektro"
	@echo "make python    build the library of the Python module (docs/python.md)"
	@echo "make check     run the fast tests with one compiler; for before each commit"
	@echo "make test      build everything and run every test"
	@echo "make bench     measure the speed of the rules; print their signature"
	@echo "make bench-server  measure the server under load, compared with an echo server"
	@echo "make bench-nodes   measure several servers on one PostgreSQL database"
	@echo "make bench-people  measure profiles, games and leader boards with a million results"
	@echo "make bench-hostile  measure how long a player waits while one address attacks the server"
	@echo "make play      build everything, start the server, print its address"
	@echo "make cluster   start several servers on one database behind a balancer, print their address"
	@echo "make soak      run the long tests, for hours"
	@echo "make web       build the browser client in build/web"
	@echo "make site      build it for a host of static files, without a server, in build/site"
	@echo "make npm       build the npm package of engine and bots in build/npm"
	@echo "make deb       build Debian packages in build/deb"
	@echo "make screenshots  take pictures of its screens in build/screenshots"
	@echo "make format    format the C sources"
	@echo "make coverage  show the lines and branches of the engine that the tests reach"
	@echo "make clean     remove build/"
