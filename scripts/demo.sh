#!/usr/bin/env bash
# Records FindBugs at work with heaptwin and prints what it found. Run by make demo, after the build.
# usage: demo.sh [duration]
set -euo pipefail
cd "$(dirname "$0")/.."

duration=${1:-20s}
out=build/demo
mkdir -p "$out"
rm -f "$out"/findbugs.htprof "$out"/report.json "$out"/findbugs.log

fail() {
  echo "demo: $1" >&2
  exit 1
}

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
# FindBugs 3 installs a security manager and needs Java 8 class files: JDK 17 still offers both.
release=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = //p')
[[ "$release" == 17 ]] || fail "FindBugs needs JDK 17 and $java is $release; set JAVA_HOME to a JDK 17"

[[ -f $out/rt8.jar ]] || "$java" -cp bench/target/classes org.heaptwin.bench.findbugs.CtSymJar "$out/rt8.jar"

# Its own jars only: FindBugs takes the first findbugs.xml that it meets, and other libraries carry one.
lib=bench/target/lib
classpath=$(printf '%s:' "$lib"/{findbugs-3,bcel-findbugs,dom4j,jaxen,asm-debug-all,commons-lang-2,jFormatString,jsr305,jcip-annotations}*.jar)

"$java" -Xmx512m "-Djava.util.prefs.userRoot=$out" -cp "$classpath" edu.umd.cs.findbugs.FindBugs2 \
  -progress -effort:default -low -auxclasspath "$out/rt8.jar" -output "$out/findbugs.txt" \
  bench/target/analysed/*.jar bench/target/analysed-longer/*.jar >"$out/findbugs.log" 2>&1 &
findbugs=$!
trap 'kill "$findbugs" 2>/dev/null || true; wait "$findbugs" 2>/dev/null || true' EXIT

echo "demo: FindBugs runs as process $findbugs, waiting for it to analyse"
for ((tenths = 0; tenths < 600; tenths++)); do
  grep -qs 'Pass 2: Analyzing' "$out/findbugs.log" && break
  kill -0 "$findbugs" 2>/dev/null || fail "FindBugs ended early; its output is in $out/findbugs.log"
  sleep 0.1
done
grep -qs 'Pass 2: Analyzing' "$out/findbugs.log" || fail "FindBugs did not begin in a minute; see $out/findbugs.log"

# Prints the report, too.
./heaptwin record "$findbugs" -d "$duration" -o "$out/findbugs.htprof" --report-json "$out/report.json"
echo
echo "profile: $out/findbugs.htprof   report: $out/report.json   FindBugs' own output: $out/findbugs.log"
