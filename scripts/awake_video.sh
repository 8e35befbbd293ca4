#!/bin/sh
# Makes static/awake.mp4 and static/awake.webm anew: four black seconds with a silent sound track. Needs ffmpeg; both files
# are kept in the repository, so nobody else does. What plays them, and why there is a sound track, stands in static/awake.js.
set -eu
cd "$(dirname "$0")/../static"

make_video() { # name, then the codecs
    name=$1
    shift
    ffmpeg -nostdin -loglevel error -y -f lavfi -i color=black:size=16x16:rate=5 -f lavfi -i anullsrc=r=16000:cl=mono \
        -t 4 -pix_fmt yuv420p -map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact "$@" "$name"
}

make_video awake.mp4 -c:v libx264 -profile:v baseline -level 3.0 -crf 40 -c:a aac -b:a 8k -movflags +faststart
make_video awake.webm -c:v libvpx -b:v 1k -crf 60 -c:a libopus -b:a 6k -frame_duration 60
